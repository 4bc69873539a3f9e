import MillraceSignals
import MillraceSpecs
import TestSupport

@globalActor
private actor Workshop {
    static let shared = Workshop()
}

/// Graphs of actors, released by others while in use. Run under the thread sanitizer, too.
final class ActorReleaseElsewhereSpec: Spec {
    /// An object of an actor, and so `Sendable`, that keeps its subscriptions.
    @Workshop
    private final class Bench {
        private let subscriptions = SubscriptionBag()
        private let kept: [AnyObject]
        private(set) var calls = 0

        init(_ emitter: Emitter<Int>, _ variable: Variable<Int>, _ living: LivingCount) {
            let held = emitter.map(living.watching { $0 }).hold(0)
            let switched = variable.flatMapLatest(living.watching { _ in held })
            let read = Observable(living.watching { read in read(variable) > 5 ? read(held) : read(switched) })
            read.observe(living.watching { _ in }).store(in: subscriptions)
            kept = [held, switched, read]
            combine(held, switched).observe { [weak self] _ in self?.calls += 1 }.store(in: subscriptions)
            emitter.prefix(1000).observe(living.watching { _ in }).store(in: subscriptions)
            variable.changes.observe(living.watching { _ in }).store(in: subscriptions)
        }
    }

    @Workshop
    private static func work(rounds: Int, _ living: LivingCount) async -> Int {
        let (emitter, variable) = (Emitter<Int>(), Variable(0))
        var tasks: [Task<Void, Never>] = []
        for round in 0..<rounds {
            let benches = [Bench(emitter, variable, living), Bench(emitter, variable, living)]
            tasks.append(Task.detached { withExtendedLifetime(benches) {} })
            emitter.send(round)
            variable.value = round
            if round % 10 == 0 { await Task.yield() }
        }
        for task in tasks { await task.value }
        // The first use finds the observers that are gone, and lets go of what they observed; then that is found.
        for value in 0..<2 {
            emitter.send(value)
            variable.value = value
        }
        return living.count
    }

    /// An actor that has a graph of its own, which is made on the thread of whoever makes the actor.
    private actor Owner {
        private let emitter = Emitter<Int>()
        private let variable = Variable(0)
        private var subscriptions: [Subscription] = []
        private var seen = 0

        func churn(_ rounds: Int, _ living: LivingCount) -> Int {
            for round in 0..<rounds {
                // Replaced by their likes, the old ones are released here, where they are at home without knowing it.
                subscriptions = [
                    emitter.observe(
                        living.watching { [unowned(unsafe) self] _ in self.assumeIsolated { $0.seen += 1 } }
                    ),
                    variable.map(living.watching { $0 + 1 }).observe(living.watching { _ in }),
                ]
                emitter.send(round)
                variable.value = round
            }
            return seen
        }

        func leave(_ living: LivingCount) -> Int {
            subscriptions = []
            emitter.send(0)
            variable.value = 0
            return living.count
        }
    }

    func testSpec() {
        describe("S4 what belongs to an actor") {
            it("released by detached tasks while its graph is in use") {
                let count = await Self.work(rounds: 300, LivingCount())
                expect(count).to(equal(0))
            }

            it("released by the actor itself, which was made on the main thread, while that is idle") {
                for _ in 0..<5 {
                    let living = LivingCount()
                    let owner = await MainActor.run { Owner() }
                    let seen = await owner.churn(200, living)
                    let count = await owner.leave(living)
                    expect(seen).to(equal(200))
                    expect(count).to(equal(0))
                }
            }

            it("released with the actor, wherever that goes") {
                let living = LivingCount()
                var tasks: [Task<Void, Never>] = []
                for _ in 0..<100 {
                    let owner = Owner()
                    let isUsed = Task { await owner.churn(10, living) }
                    tasks.append(Task.detached { withExtendedLifetime(owner) {} })
                    _ = await isUsed.value
                }
                for task in tasks { await task.value }
                // A task may release what its closure holds after its value is there.
                await expect(living.count).toEventually(equal(0), timeout: .seconds(10))
            }
        }
    }
}
