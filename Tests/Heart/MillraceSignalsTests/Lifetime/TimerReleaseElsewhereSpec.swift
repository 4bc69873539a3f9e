import MillraceSignals
import MillraceSpecs
import TestSupport

/// What waits for its time in real time, and is released by detached tasks. Run under the thread sanitizer, too.
final class TimerReleaseElsewhereSpec: Spec {
    /// An object of the main actor, and so `Sendable`, with each timed operator.
    @MainActor
    private final class Screen {
        private let kept: [AnyObject]
        private let subscriptions = SubscriptionBag()

        init(_ emitter: Emitter<Int>, _ variable: Variable<Int>, _ living: LivingCount) {
            let source = emitter.map(living.watching { $0 })
            let brief = Duration.microseconds(200)
            let timed = [
                source.debounce(for: brief, on: .main), source.throttle(for: brief, on: .main),
                source.delay(for: brief, on: .main), source.timeout(after: brief, emitting: 0, on: .main),
                .interval(brief, on: .main), Signal.timer(after: brief, on: .main).map(to: 0),
            ]
            for signal in timed { signal.observe(living.watching { _ in }).store(in: subscriptions) }
            kept = timed + [variable.debounce(for: brief, on: .main), variable.throttle(for: brief, on: .main)]
        }
    }

    /// An actor with each timed operator, and what it has observed.
    private actor Feed {
        private let emitter = Emitter<Int>()
        private var subscriptions: [Subscription] = []

        func use(_ living: LivingCount) {
            let (scheduler, brief) = (ActorScheduler(self), Duration.microseconds(200))
            let timed = [
                emitter.debounce(for: brief, on: scheduler), emitter.throttle(for: brief, on: scheduler),
                emitter.delay(for: brief, on: scheduler), emitter.timeout(after: brief, on: scheduler),
                .interval(brief, on: scheduler), Signal.timer(after: brief, on: scheduler).map(to: 0),
            ]
            subscriptions = timed.map { $0.observe(living.watching { _ in }) }
            for value in 0..<3 { emitter.send(value) }
        }
    }

    @MainActor func testSpec() async {
        describe("S4 what waits for its time") {
            it("on the main actor, released by detached tasks while it is in use") {
                let (living, emitter, variable) = (LivingCount(), Emitter<Int>(), Variable(0))
                var tasks: [Task<Void, Never>] = []
                for round in 0..<300 {
                    var screens = [Screen(emitter, variable, living), Screen(emitter, variable, living)]
                    emitter.send(round)
                    variable.value = round
                    if round.isMultiple(of: 3) { await Task.yield() }
                    tasks.append(Task.detached { [screens] in withExtendedLifetime(screens) {} })
                    screens = []
                }
                for task in tasks { await task.value }
                // What they leave behind goes at its next use, or when its time has come.
                let isGone = await eventually {
                    emitter.send(0)
                    variable.value = 0
                    return living.count == 0
                }
                expect(isGone).to(beTrue())
            }

            it("on an actor, released with it") {
                let living = LivingCount()
                var tasks: [Task<Void, Never>] = []
                for _ in 0..<200 {
                    let feed = Feed()
                    tasks.append(Task.detached { await feed.use(living) })
                }
                for task in tasks { await task.value }
                await expect { await eventually { living.count == 0 } }.to(beTrue())
            }
        }
    }
}
