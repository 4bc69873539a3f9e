import Foundation
import Millrace
import MillraceHistory
import MillraceNetwork
import MillraceSimulation
import MillraceTesting
import Synchronization

/// A step of an exploration: what a program's own work in it costs, and all the rest, which are the runs, the digests and
/// the conditions. The raw lanes do the same work in one program, without an exploration.
enum ExploreRows {
    static var all: [Benchmark] { [storeAlone, withServer] }

    static var storeAlone: Benchmark {
        Benchmark("a step, of a store alone", aims: [.nanoseconds(50_000)]) { _ in
            Scene(run: { isQuick in
                let raw = time(10_000) {
                    let counter = Counter(on: TestScheduler())
                    return { counter.add($0 % 3) }
                }
                let ours = explored(upTo: isQuick ? 5_000 : 50_000) { world in
                    let counter = Counter(on: world.scheduler)
                    for step in 0..<3 { world.may("add \(step)", times: 20) { counter.add(step) } }
                    world.always("is small") { counter.store.state.value.count < 1_000 }
                    return Inspection(of: counter.store)
                }
                return (raw, ours)
            })
        }
    }

    static var withServer: Benchmark {
        Benchmark("a step, of an app with a server", aims: [.nanoseconds(500_000)]) { _ in
            Scene(run: { isQuick in
                let raw = time(1_000) {
                    let scheduler = TestScheduler()
                    let server = CountingServer()
                    let transport = FunctionTransport { server.answer(to: $0) }
                    let counter = ServedCounter(over: transport, on: scheduler)
                    return { _ in
                        counter.count()
                        scheduler.advance()
                    }
                }
                let ours = explored(upTo: isQuick ? 1_000 : 10_000) { world in
                    let server = CountingServer()
                    let network = world.network(mayGo: true)
                    let counter = ServedCounter(over: network.transport { server.answer(to: $0) }, on: world.scheduler)
                    world.may("count", times: 4) { counter.count() }
                    world.compare("server") { server.count }
                    world.atRest("nothing is under way") { counter.store.state.value.underWay == 0 }
                    return Inspection(of: counter.store)
                }
                return (raw, ours)
            })
        }
    }

    /// Nanoseconds for each of some calls.
    private static func time(_ count: Int, _ prepare: () -> (Int) -> Void) -> Double {
        let call = prepare()
        let start = ContinuousClock.now
        for number in 0..<count { call(number) }
        return start.duration(to: .now) / .nanoseconds(1) / Double(count)
    }

    /// Nanoseconds for a step of an exploration.
    private static func explored(upTo steps: Int, _ body: @escaping (World) throws -> Inspection) -> Double {
        guard let result = try? explore(faults: 2, steps: steps, body), result.steps > 0 else { return .nan }
        return result.duration / .nanoseconds(1) / Double(result.steps)
    }
}

/// A store that counts.
private struct Counter {
    struct Add: Action { let step: Int }

    struct State {
        var count = 0
        var last = 0
        var text = "counted"
        var steps = [1, 2, 3]
    }

    let store: Store<State>

    init(on scheduler: TestScheduler) {
        store = Store(State(), on: Dispatcher(on: scheduler), name: "counter") { store in
            store.on(Add.self) { state, action in
                state.count = (state.count + action.step) % 1_000
                state.last = action.step
            }
        }
    }

    func add(_ step: Int) { store.dispatcher.dispatch(Add(step: step)) }
}

/// A server that counts.
private final class CountingServer: Sendable {
    private let content = Mutex(0)

    var count: Int { content.withLock { $0 } }

    func answer(to request: HTTPRequest) -> Response {
        let number = content.withLock { count in
            count += 1
            return count
        }
        return Response(json: "\(number)")
    }
}

/// A store that has a server count.
private struct ServedCounter {
    struct PostCount: Request {
        typealias Answer = Int
        var method: HTTPMethod { .post }
        var path: String { "/count" }
    }

    struct Count: Action {}
    struct Counted: Action { let count: Int? }

    struct State {
        var shown: Int?
        var underWay = 0
        var failures = 0
    }

    let store: Store<State>

    init(over transport: some Transport, on scheduler: TestScheduler) {
        guard let address = URL(string: "https://count.example") else { fail("a bad address") }
        let client = Client(address, over: transport, clock: scheduler, seed: 1)
        store = Store(State(), on: Dispatcher(on: scheduler), name: "counter") { store in
            store.on(Count.self) { state, _ in
                state.underWay += 1
                return .run("count") {
                    Counted(count: try? await client.send(PostCount()))
                }
            }
            store.on(Counted.self) { state, action in
                state.underWay -= 1
                if let count = action.count { state.shown = count } else { state.failures += 1 }
            }
        }
    }

    func count() { store.dispatcher.dispatch(Count()) }
}
