import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs
import Synchronization
import TestSupport

/// The guide `Documentation/EveryOrder.md` shows what an exploration answers.
final class EveryOrderSpec: Spec {
    private static func exploreStar(
        faults: Int = 1,
        made makeStar: @escaping (StarService, Dispatcher) -> Store<Bool>
    ) throws -> Exploration {
        try explore(faults: faults) { world in
            let (outside, dispatcher) = (world.outside, Dispatcher(on: world.scheduler))
            let server = Server()
            let service = StarService { wanted in
                try await outside.answer("save \(wanted)", failing: [Offline()], isChange: true) {
                    server.isStarred = wanted
                }
            } read: {
                try await outside.answer("read", failing: [Offline()]) { server.isStarred }
            }
            let star = makeStar(service, dispatcher)

            world.may("tap", times: 2) { dispatcher.dispatch(Tapped()) }
            world.compare("server") { server.isStarred }
            world.atRest("what is shown is what the server has") {
                star.state.value
            } equals: {
                server.isStarred
            }
            return Inspection(of: star)
        }
    }

    /// The text of the guide.
    private static func guide() throws -> String {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { folder.deleteLastPathComponent() }
        return try String(contentsOf: folder.appendingPathComponent("Documentation/EveryOrder.md"), encoding: .utf8)
    }

    func testSpec() {
        describe("the star of the guide") {
            /// The result, and its message without the path of the recording, which differs.
            func explored(
                faults: Int = 1,
                _ make: @escaping (StarService, Dispatcher) -> Store<Bool>
            ) throws -> (result: Exploration?, message: String) {
                var result: Exploration?
                let found = try messages { result = try Self.exploreStar(faults: faults, made: make) }
                expect(found.count).to(beLessThan(2))
                let lines = (found.first ?? "").split(separator: "\n").filter { !$0.hasPrefix("To see it: inspect ") }
                return (result, lines.joined(separator: "\n"))
            }

            it("is shown as it is not, when an answer is lost") {
                let (result, message) = try explored { makeStar($0, on: $1) }
                expect(result?.story) == ["tap", "save true: done, and its answer is lost"]
                let lines = message.split(separator: "\n")
                expect(try Self.guide()).to(contain(lines.dropLast().joined(separator: "\n"), "\(lines.last ?? "")"))
            }

            it("is overtaken, when it asks after a failure") {
                let (result, message) = try explored { makeAskingStar($0, on: $1) }
                expect(result?.story) == ["tap", "tap", "save false: done", "save true: done"]
                expect(message).to(contain("it is <false>, and should be <true>"))
            }

            it("hears of the first tap after the second, when it saves one after the other") {
                let (result, _) = try explored { makeQueuedStar($0, on: $1) }
                expect(result?.story) == [
                    "tap", "save true: done, and its answer is lost", "tap", "read: done", "save false: done",
                ]
            }

            it("is right in all orders, when each save ends with what the server has") {
                let (result, message) = try explored { makeMendedStar($0, on: $1) }
                expect(message).to(beEmpty())
                expect(try Self.guide()).to(contain("\n\(result.map { "\($0)" } ?? "?")\n"))
            }
        }
    }
}

private final class Server: Sendable {
    private let star = Mutex(false)

    var isStarred: Bool {
        get { star.withLock { $0 } }
        set { star.withLock { $0 = newValue } }
    }
}
