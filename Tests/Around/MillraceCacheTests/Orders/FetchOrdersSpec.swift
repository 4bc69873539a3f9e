import Millrace
import MillraceBase
import MillraceCache
import MillraceHistory
import MillraceSpecs
import Synchronization
import TestSupport

/// The one fetch of a cache in every order: its value is asked for twice, one gives up, the fetch fails, and the value
/// becomes too old.
final class FetchOrdersSpec: Spec {
    struct Ask: Action { let number: Int }
    struct GiveUp: Action { let number: Int }
    struct Wait: Action {}
    struct Got: Action {
        let number: Int
        let value: Duration?
        let wasCancelled: Bool
    }
    struct NoNetwork: Error {}

    struct Asking: Equatable {
        var waiting: Set<Int> = []
        var got: [Int: Bool] = [:]
        var wasToldOfCancelling = false
        var tooOld = false
    }

    /// What is fetched: how often at present, and when it was the last time.
    final class Source: Sendable {
        struct State {
            var present = 0
            var last: Duration?
            var needless = false
            var failures = 0
        }
        let state = Mutex(State())
    }

    static let ageLimit = Duration.seconds(10)

    private static func makeStore(
        _ cache: Cache<String, Duration>,
        _ source: Source,
        _ outside: Outside,
        on scheduler: TestScheduler
    ) -> Store<Asking> {
        Store(Asking(), on: Dispatcher(on: scheduler), name: "asking") { store in
            store.on(Ask.self) { state, action in
                state.waiting.insert(action.number)
                state.got[action.number] = nil
                let number = action.number
                return .run(number, .latest) {
                    do {
                        let value = try await cache.value(for: "picture") {
                            try await fetch(source, outside, scheduler)
                        }
                        return Got(number: number, value: value, wasCancelled: false)
                    } catch {
                        return Got(number: number, value: nil, wasCancelled: error is CancellationError)
                    }
                }
            }
            store.on(Got.self) { state, action in
                state.waiting.remove(action.number)
                state.got[action.number] = action.value != nil
                if action.wasCancelled { state.wasToldOfCancelling = true }
                if let value = action.value, scheduler.now - value > ageLimit { state.tooOld = true }
            }
            store.on(GiveUp.self) { state, action in
                state.waiting.remove(action.number)
                return .cancel(action.number)
            }
            store.on(Wait.self) { _, _ in .run("wait", after: .seconds(8)) { _ in } }
        }
    }

    private static func fetch(_ source: Source, _ outside: Outside, _ scheduler: TestScheduler) async throws -> Duration
    {
        source.state.withLock { state in
            state.present += 1
            if let last = state.last, scheduler.now - last < ageLimit { state.needless = true }
        }
        defer { source.state.withLock { $0.present -= 1 } }
        let choice = try await outside.wait("fetch", for: [Outcome("done"), Outcome("fails", isFault: true)])
        return try source.state.withLock { state in
            if choice == 1 {
                state.failures += 1
                throw NoNetwork()
            }
            state.last = scheduler.now
            return scheduler.now
        }
    }

    func testSpec() {
        it("in every order, a value is fetched once for all who ask, and again when it is too old") {
            let result = try explore { world in
                let (source, scheduler) = (Source(), world.scheduler)
                let cache = Cache<String, Duration>(ageLimit: Self.ageLimit, clock: scheduler)
                let store = Self.makeStore(cache, source, world.outside, on: scheduler)
                let dispatcher = store.dispatcher
                let state = store.state
                for number in 1...2 {
                    world.may("ask \(number)", times: 2, if: { !state.value.waiting.contains(number) }) {
                        dispatcher.dispatch(Ask(number: number))
                    }
                }
                world.may("1 gives up", if: { state.value.waiting.contains(1) }) {
                    dispatcher.dispatch(GiveUp(number: 1))
                }
                world.may("8 seconds go by", times: 2) { dispatcher.dispatch(Wait()) }
                world.compare("age") {
                    source.state.withLock { source in
                        [source.last.map { min(scheduler.now - $0, Self.ageLimit) }, .seconds(source.failures)]
                    }
                }
                world.always("there is one fetch at a time") { source.state.withLock { $0.present } <= 1 }
                world.always("it is fetched for somebody who waits") {
                    source.state.withLock { $0.present } == 1
                } equals: {
                    !state.value.waiting.isEmpty
                }
                world.always("nothing is fetched that is there") { !source.state.withLock { $0.needless } }
                world.always("nobody gets a value that is too old") { !state.value.tooOld }
                world.always("nobody is told of the cancelling of another one") { !state.value.wasToldOfCancelling }
                world.always("all get the value, unless the fetch failed") {
                    state.value.got.values.allSatisfy { $0 } || source.state.withLock { $0.failures } > 0
                }
                world.atRest("nobody waits") { state.value.waiting.isEmpty }
                return Inspection(of: store)
            }
            expect(result.isComplete).to(beTrue())
        }
    }
}
