import Foundation
import LoopbackHTTP
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

/// Answers that are larger than their limit of 10 MB.
final class LargeAnswerSpec: Spec {
    func testSpec() {
        let limit = 10_000_000

        /// Sends 200 MB after a head, and closes the connection much later: who takes them all is answered in the end.
        func flood(_ head: String, _ piece: (before: String, after: String) = ("", "")) -> Reply {
            let bytes = Array(piece.before.utf8) + Array(repeating: 32, count: 1_000_000) + Array(piece.after.utf8)
            var reply = Reply.raw("HTTP/1.1 200 OK\r\n\(head)\r\n")
            reply.steps += Array(repeating: .send(bytes), count: 200) + [.wait(.seconds(20))]
            return reply
        }

        describe("an answer of 200 MB") {
            for (name, reply) in [
                ("that says its length", flood("Content-Length: 200000000\r\n")),
                ("that does not say its length", flood("")),
                ("in chunks", flood("Transfer-Encoding: chunked\r\n", ("F4240\r\n", "\r\n"))),
            ] {
                it("\(name) is refused, and its connection closed") {
                    let server = try LoopbackServer { _ in reply }
                    defer { server.stop() }
                    let (events, meter) = (server.events(), TransferMeter())
                    let client = server.client { $0.limits.answerSize = limit }
                    let error = await client.outcome(of: GetText(), meter: meter).failure
                    expect(error?.reason) == .tooLarge(limit: limit)
                    expect(meter.progress.received) <= limit
                    _ = try await events.wait(for: \.isAbandoned)
                }
            }

            it("that takes 200 KB on the way, packed, is refused") {
                let packed = Gzip("{}", runs: 775_200, hasChecksum: false)
                expect(packed.bytes.count) < 200_000
                let outcome = try await LoopbackServer.outcome(of: packed.reply()) { $0.limits.answerSize = limit }
                expect(outcome.failure?.reason) == .tooLarge(limit: limit)
            }
        }

        describe("a packed answer") {
            it("is unpacked, and measured so") {
                let packed = Gzip("{}", runs: 400)
                let server = try LoopbackServer { _ in packed.reply() }
                defer { server.stop() }
                let meter = TransferMeter()
                let client = server.client { $0.limits.answerSize = 103_203 }
                await expect { await client.outcome(of: GetText(), meter: meter).success?.utf8.count } == 103_203
                expect(meter.progress.received) == 103_203
                expect(meter.progress.receivedTotal).to(beNil())
            }

            it("that is cut short is no good answer, though libcurl does not report it") {
                struct Numbers: Request {
                    typealias Answer = [Int]
                    var path: String { "/" }
                }
                let packed = Gzip("[\(Array(repeating: "1234", count: 100).joined(separator: ","))]", runs: 0)
                for lost in [60, 200] {
                    let server = try LoopbackServer { _ in packed.reply(losing: lost) }
                    defer { server.stop() }
                    let reason = await server.client().outcome(of: Numbers()).failure?.reason
                    expect(["undecodable", "brokenAnswer"]).to(contain(reason?.kind))
                }
            }
        }
    }
}
