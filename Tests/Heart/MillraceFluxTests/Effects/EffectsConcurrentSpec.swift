import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Effects in real time, on several threads, with stores that go on other threads meanwhile. Run under the thread
/// sanitizer, too.
final class EffectsConcurrentSpec: Spec {
    /// A feature as it is written for any domain. Released, it must not be heard of any more.
    private final class Feature {
        let dispatcher: Dispatcher
        let store: Store<[Int]>
        let feed = Emitter<Int>()

        init(on scheduler: some Scheduler, living: LivingCount) {
            dispatcher = Dispatcher(on: scheduler)
            let check = { scheduler.schedule(after: .zero) {}.cancel() }
            let feed = feed
            store = Store([], on: dispatcher) { store in
                let tracked = living.instance()
                store.on(Ask.self) { _, ask in
                    .run(ask.id, ask.policy) { send in
                        check()
                        tracked.touch()
                        await Task.detached { await Task.yield() }.value
                        check()
                        send(Add(amount: ask.milliseconds))
                    }
                }
                store.on(Clear.self) { _, _ in .observe(feed, as: "feed", .latest) { Add(amount: $0) } }
                store.on(Cancel.self) { _, action in .cancel(action.id) }
                store.on(Add.self) { state, action in
                    check()
                    tracked.touch()
                    state.append(action.amount)
                }
            }
        }

        func ask(_ count: Int, _ policy: OverlapPolicy) {
            dispatcher.dispatch(Clear())
            for number in 0..<count {
                dispatcher.dispatch(Ask(name: "", policy: policy, milliseconds: number))
                if number % 5 == 4 { dispatcher.dispatch(Cancel(id: number % 2 == 0 ? "work" : "feed")) }
                feed.send(-1)
            }
        }
    }

    private actor Owner {
        private lazy var feature = Feature(on: ActorScheduler(self), living: living)
        private let living: LivingCount

        init(_ living: LivingCount) { self.living = living }

        func ask(_ count: Int, _ policy: OverlapPolicy) { feature.ask(count, policy) }

        /// The results of so many effects that wait for each other, in the order in which they came.
        func play(_ count: Int) async throws -> [Int] {
            for number in 0..<count {
                feature.dispatcher.dispatch(Ask(name: "", policy: .concat, milliseconds: number))
            }
            while feature.store.state.value.count < count { await Task.yield() }
            return feature.store.state.value
        }
    }

    @MainActor
    private final class Screen {
        let feature: Feature
        init(_ living: LivingCount) { feature = Feature(on: .main, living: living) }
    }

    @MainActor func testSpec() async {
        let policies: [OverlapPolicy] = [.merge, .latest, .first, .concat]

        describe("effects of an actor") {
            it("come through in order where they wait for each other") {
                let owner = Owner(LivingCount())
                let results = try await owner.play(200)
                expect(results).to(equal(Array(0..<200)))
            }

            it("go with the actor, wherever that goes, and while they run") {
                let living = LivingCount()
                for round in 0..<40 {
                    let owner = Owner(living)
                    await owner.ask(20, policies[round % 4])
                }
                for _ in 0..<5_000 where living.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
                expect(living.count).to(equal(0))
            }
        }

        describe("effects of the main actor") {
            it("go with a store that a detached task releases, while others are asked for") {
                let living = LivingCount()
                for round in 0..<60 {
                    var screen: Screen? = Screen(living)
                    screen?.feature.ask(20, policies[round % 4])
                    if round % 3 == 0 { await Task.yield() }
                    let task = Task.detached { [screen] in withExtendedLifetime(screen) {} }
                    screen?.feature.ask(5, policies[round % 4])
                    screen = nil
                    if round % 2 == 0 { await task.value }
                }
                for _ in 0..<5_000 where living.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
                expect(living.count).to(equal(0))
            }

            it("say nothing once their store has gone on another thread, though they go on") {
                let living = LivingCount()
                let dispatcher = Dispatcher(on: .main)
                let witness = Store(0, on: dispatcher) { $0.on(Answer.self) { count, _ in count += 1 } }
                for _ in 0..<100 {
                    var teller: Teller? = Teller(on: dispatcher, living: living)
                    dispatcher.dispatch(Add())
                    await Task.yield()
                    let task = Task.detached { [teller] in withExtendedLifetime(teller) {} }
                    teller = nil
                    await task.value
                    let told = witness.state.value
                    for _ in 0..<10 { await Task.yield() }
                    expect(witness.state.value).to(equal(told))
                }
                dispatcher.dispatch(Clear())
                for _ in 0..<5_000 where living.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
                expect(living.count).to(equal(0))
            }
        }
    }

    /// Owns a store whose effects tell of themselves for as long as they can, and take no notice of being cancelled.
    @MainActor
    private final class Teller {
        private let store: Store<Int>

        init(on dispatcher: Dispatcher, living: LivingCount) {
            store = Store(0, on: dispatcher) { store in
                store.on(Add.self) { _, _ in
                    let tracked = living.instance()
                    return .run { send in
                        for _ in 0..<100 {
                            tracked.touch()
                            send(Answer(name: ""))
                            await Task.yield()
                        }
                    }
                }
            }
        }
    }
}
