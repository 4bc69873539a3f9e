import Foundation
import Millrace
import MillraceHistory
import MillraceNetwork
import MillraceSimulation
import MillraceSpecs
import Synchronization
import TestSupport

/// A counter at a server, which a user counts up, and reads.
final class SimulatedNetworkSpec: Spec {
    struct PostCount: Request {
        typealias Answer = Int
        var method: HTTPMethod { .post }
        var path: String { "/count" }
    }

    struct Count: Action {}
    struct Read: Action {}
    struct Counted: Action { let count: Int? }

    struct Counter: Equatable {
        var shown: Int?
        var isBusy = false
    }

    func testSpec() {
        let ends = Mutex<Set<String>>([])

        /// Makes an app that has a server count.
        func makeCounter(in world: World, _ counted: @escaping (Int) -> Void = { _ in }) -> Inspection {
            let server = Mutex(0)
            let network = world.network(mayGo: true)
            var settings = ClientSettings()
            settings.retry = .never
            let client = Client(
                URL(string: "https://count.example")!,
                over: network.transport { request in
                    if request.method == .post { server.withLock { $0 += 1 } }
                    return Response(json: "\(server.withLock { $0 })")
                },
                settings: settings,
                clock: world.scheduler
            )
            let dispatcher = Dispatcher(on: world.scheduler)
            let store = Store(Counter(), on: dispatcher, name: "counter") { store in
                store.on(Count.self) { state, _ in
                    state.isBusy = true
                    return .run("count", .latest) { () -> any Action in
                        do {
                            return Counted(count: try await client.send(PostCount()))
                        } catch {
                            let count = server.withLock { $0 }
                            ends.withLock { _ = $0.insert("\(error), done \(count)") }
                            return Counted(count: nil)
                        }
                    }
                }
                store.on(Counted.self) { state, action in
                    state.isBusy = false
                    if let count = action.count { state.shown = count }
                }
            }
            world.may("count", times: 2) { dispatcher.dispatch(Count()) }
            world.atRest("nothing is busy") { !store.state.value.isBusy }
            world.always("is noted") {
                counted(server.withLock { $0 })
                return true
            }
            return Inspection(of: store)
        }

        it("answers, delays, loses and refuses") {
            let result = try explore(faults: 1) { makeCounter(in: $0) }
            expect(result.isComplete).to(beTrue())
            let found = ends.withLock { $0 }
            let broken = "The server's answer broke off, or is damaged."
            // Lost before the server has it, or behind it.
            for end in ["\(broken), done 0", "\(broken), done 1", "There is no network., done 0", "status 403, done 0"]
            {
                expect(found.contains { $0.hasSuffix(end) }).to(beTrue(), description: end)
            }
            expect(found.contains { $0.contains("The server was silent") }).to(beTrue())
        }

        it("serves a request whose answer is lost, and none that is refused or not done") {
            func counted(_ end: String) throws -> Int {
                var count = -1
                try explore(following: ["count", "POST /count: \(end)"]) { makeCounter(in: $0) { count = $0 } }
                return count
            }
            expect(try counted("done, and its answer is lost")).to(equal(1))
            expect(try counted("not done")).to(equal(0))
            expect(try counted("refused with 403")).to(equal(0))
        }
    }
}
