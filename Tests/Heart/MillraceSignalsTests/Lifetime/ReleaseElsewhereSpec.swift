import MillraceSignals
import MillraceSpecs
import TestSupport

/// What belongs to the main actor, and is released by detached tasks while its graph is in use. Run under the thread
/// sanitizer, too.
final class ReleaseElsewhereSpec: Spec {
    /// What all screens observe.
    @MainActor
    private final class Model {
        let emitter = Emitter<Int>()
        let variable = Variable(0)
        let sides = [Variable(1), Variable(2)]

        func use(_ round: Int) {
            emitter.send(round)
            variable.value = round
            batch {
                sides[0].value = round
                sides[1].value = -round
            }
        }
    }

    /// What an app's screen is: an object of the main actor, and so `Sendable`, that keeps subscriptions and
    /// observables.
    @MainActor
    private final class Screen {
        let held: Observable<Int>
        let shown: Observable<Int>
        let tracked: Observable<Int>
        let unobserved: Observable<Int>
        let own = Variable(0)
        let kept: [AnyObject]
        let subscriptions = SubscriptionBag()
        private(set) var calls = 0

        init(of model: Model, living: LivingCount) {
            let twice = model.emitter.map(living.watching { $0 * 2 })
            held = twice.scan(0, +).hold(0)
            let (variable, sides) = (model.variable, model.sides)
            shown = variable.flatMapLatest(
                living.watching { value in sides[value & 1].map(living.watching { $0 + value }) }
            )
            tracked = Observable(
                living.watching { [own, held] read in
                    let side = read(sides[read(variable) & 1])
                    let made = read(variable.map(living.watching { $0 + side }))
                    return made.isMultiple(of: 3) ? read(held) : made + read(own)
                }
            )
            unobserved = .select(living.watching { [tracked] read in read(tracked) + read(variable) })
            _ = unobserved.value
            tracked.observe(living.watching { _ in }).store(in: subscriptions)
            Observable(living.watching { [tracked] read in read(tracked) }).observe(living.watching { _ in })
                .store(in: subscriptions)
            let mixed = combine(shown, held, own).map(living.watching { $0 + $1 + $2 })
            kept = [twice, mixed, merge(twice, twice.prefix(2))]
            let count: () -> Void = { [weak self] in self?.calls += 1 }
            mixed.observe(living.watching { _ in count() }).store(in: subscriptions)
            merge(twice, variable.changes).observe(living.watching { _ in count() }).store(in: subscriptions)
            model.emitter.observe(for: self) { screen, _ in screen.calls += 1 }
            model.variable.observe(for: self) { screen, _ in screen.calls += 1 }
        }
    }

    /// A subscription that a task may release.
    @MainActor
    private final class Holder {
        private let subscription: Subscription

        init(_ subscription: Subscription) { self.subscription = subscription }
    }

    @MainActor func testSpec() async {
        describe("S4 what belongs to the main actor, released by detached tasks") {
            it("a subscription: its observer is not called any more, and is gone at the next use") {
                let (living, emitter, variable) = (LivingCount(), Emitter<Int>(), Variable(0))
                var log: [Int] = []
                var holders = [
                    Holder(emitter.observe(living.watching { log.append($0) })),
                    Holder(emitter.map(living.watching { $0 }).observe(living.watching { log.append($0) })),
                    Holder(variable.map(living.watching { $0 }).observe(living.watching { log.append($0) })),
                ]
                let (isLast, last) = AsyncStream<Void>.makeStream()
                let task = Task.detached { [holders] in
                    for await _ in isLast {}
                    withExtendedLifetime(holders) {}
                }
                holders = []
                last.finish()
                await task.value
                log = []
                emitter.send(1)
                variable.value = 1
                expect(log).to(beEmpty())
                expect(living.count).to(equal(0))
            }

            it("tracked observables that capture what they read, at the next use or before, observed or not") {
                let living = LivingCount()
                for isObserved in [true, false] {
                    for isUsed in [true, false] {
                        let (variable, other) = (Variable(0), Variable(1))
                        var content: [AnyObject]?
                        do {
                            let own = Variable(2)
                            let tracked = Observable(
                                living.watching { read in
                                    let made = read(variable.map(living.watching { $0 + 1 }))
                                    return made > 1 ? read(own) + made : read(other)
                                }
                            )
                            let below = Observable(living.watching { read in read(tracked) + read(own) })
                            _ = below.value
                            content = isObserved ? [below.observe(living.watching { _ in })] : [below, tracked, own]
                        }
                        if isUsed { variable.value = 1 }
                        releaseElsewhere(&content)
                        variable.value = 2
                        other.value = 2
                        await expect(living.count).toEventually(equal(0), timeout: .seconds(10))
                    }
                }
            }

            it("screens, while what they observe is in use") {
                let (living, model) = (LivingCount(), Model())
                var lasting: Screen? = Screen(of: model, living: living)
                var tasks: [Task<Void, Never>] = []
                for round in 1...300 {
                    var screens = (0..<3).map { _ in Screen(of: model, living: living) }
                    tasks.append(Task.detached { [screens] in withExtendedLifetime(screens) {} })
                    screens = []
                    model.use(round)
                    if round % 10 == 0 { await Task.yield() }
                }
                for task in tasks { await task.value }
                model.use(0)
                model.use(1)
                let one = LivingCount()
                let other = Screen(of: model, living: one)
                expect(living.count).to(equal(one.count))
                withExtendedLifetime(other) {}
                expect(lasting?.calls).to(beGreaterThan(900))
                lasting = nil
            }

            it("subscriptions, in the midst of long deliveries") {
                let (living, emitter, variable) = (LivingCount(), Emitter<Int>(), Variable(0))
                let derived = variable.map { $0 + 1 }
                for _ in 0..<20 {
                    var tasks: [Task<Void, Never>] = []
                    for _ in 0..<100 {
                        let holders = [
                            Holder(emitter.observe(living.watching { _ in })),
                            Holder(derived.observe(living.watching { _ in })),
                        ]
                        tasks.append(Task.detached { withExtendedLifetime(holders) {} })
                    }
                    for value in 0..<50 {
                        emitter.send(value)
                        variable.value = value
                    }
                    for task in tasks { await task.value }
                }
                emitter.send(0)
                variable.value = 0
                expect(living.count).to(equal(0))
            }

            it("whole graphs, just after they were used") {
                let living = LivingCount()
                var tasks: [Task<Void, Never>] = []
                for round in 0..<200 {
                    let model = Model()
                    let screens = [Screen(of: model, living: living), Screen(of: model, living: living)]
                    model.use(round)
                    tasks.append(Task.detached { withExtendedLifetime((screens, model)) {} })
                }
                for task in tasks { await task.value }
                // Closures that capture what they read go when the home has ended their observations.
                await expect(living.count).toEventually(equal(0), timeout: .seconds(10))
            }

            it("whole graphs, the model on one thread and the screens on others") {
                let living = LivingCount()
                var tasks: [Task<Void, Never>] = []
                for round in 0..<200 {
                    let model = Model()
                    model.use(round)
                    for _ in 0..<2 {
                        let screen = Screen(of: model, living: living)
                        tasks.append(Task.detached { withExtendedLifetime(screen) {} })
                    }
                    tasks.append(Task.detached { withExtendedLifetime(model) {} })
                }
                for task in tasks { await task.value }
                // Closures that capture what they read go when the home has ended their observations.
                await expect(living.count).toEventually(equal(0), timeout: .seconds(10))
            }
        }
    }
}
