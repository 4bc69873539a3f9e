import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class StreamedBodySpec: Spec {
    func testSpec() {
        /// The drafts that are there.
        func drafts() -> Set<String> {
            let names = try? FileManager.default.contentsOfDirectory(
                atPath: FileManager.default.temporaryDirectory.path
            )
            return Set((names ?? []).filter { $0.hasPrefix("millrace-") && $0.hasSuffix(".body") })
        }

        /// A sequence of pieces that can be read once.
        func once(_ pieces: [String], _ problem: (any Error)? = nil) -> AsyncThrowingStream<Data, any Error> {
            AsyncThrowingStream { continuation in
                for piece in pieces { continuation.yield(Data(piece.utf8)) }
                continuation.finish(throwing: problem)
            }
        }

        describe("a body that is a stream") {
            it("arrives whole, with its length, and leaves nothing behind") {
                let received = Locked<ReceivedRequest?>(nil)
                let server = try LoopbackServer { request in
                    received.withLock { $0 = request }
                    return .answer(200, "thanks")
                }
                defer { server.stop() }
                let before = drafts()
                let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
                let upload = GetText(method: .post, content: .stream(stream, contentType: "text/plain"))
                let meter = TransferMeter()
                let sending = Task { await server.client().outcome(of: upload, meter: meter) }
                for number in 0..<1000 {
                    continuation.yield(Array("line \(number)\n".utf8))
                    if number % 100 == 0 { await Task.yield() }
                }
                continuation.finish()
                await expect { await sending.value } == .success("thanks")
                let all = (0..<1000).map { "line \($0)\n" }.joined()
                let arrived = received.withLock { $0 }
                expect(arrived.map { String(decoding: $0.body, as: UTF8.self) == all }) == true
                expect(arrived?.headers["content-length"]) == "\(all.utf8.count)"
                expect(arrived?.headers["content-type"]) == "text/plain"
                expect(meter.progress.sent) == all.utf8.count
                expect(meter.progress.sentTotal) == all.utf8.count
                for _ in 0..<1000 where drafts() != before { try await Task.sleep(for: .milliseconds(1)) }
                expect(drafts().subtracting(before)) == []
            }

            it("is read once, and sent again from what was read, by the rules of all requests") {
                let login = Authentication(Secret("old")) { _ in Secret("new") }
                for method in [HTTPMethod.put, .post] {
                    let desk = Desk(authentication: login) { _, request, number in
                        switch number {
                        case 1: Response(401)
                        case 2: Response(503)
                        default: Response(body: request.body ?? Data())
                        }
                    }
                    let request = GetText(method: method, content: .stream(once(["a", "", "b"]), contentType: nil))
                    let outcome = desk.outcome(of: request)
                    if method == .put {
                        expect(outcome) == .success("ab")
                        expect(desk.arrivals.count) == 3
                    } else {
                        expect(outcome?.failure?.reason) == .status(BadStatus(503))
                        expect(desk.arrivals.count) == 2
                    }
                    expect(desk.arrivals.allSatisfy { $0.request.bodySize == 2 }) == true
                }
            }

            it("is an error where it fails, without secrets, and nothing is sent") {
                struct Lost: Error, CustomStringConvertible { let description = "lost abracadabra" }
                let before = drafts()
                let desk = Desk { _, _, _ in Response() }
                let body = RequestBody.stream(once(["a"], Lost()), contentType: nil, secrets: [Secret("abracadabra")])
                let error = desk.outcome(of: GetText(method: .put, content: body))?.failure
                expect(error?.reason) == .unencodable("lost •••")
                expect(desk.arrivals.count) == 0
                expect(drafts().subtracting(before)) == []
            }

            it("that never ends is ended by the total limit, and by cancelling") {
                let (stream, continuation) = AsyncStream<Data>.makeStream()
                let ended = Locked(0)
                continuation.onTermination = { _ in ended.withLock { $0 += 1 } }
                let desk = Desk { _, _, _ in Response() }
                let body = RequestBody.stream(stream, contentType: nil)
                let sent = desk.send(GetText(method: .put, content: body, limits: RequestLimits(total: .seconds(9))))
                desk.scheduler.run()
                expect(sent.reason) == .timedOut(.total, after: .seconds(9))
                expect(ended.withLock { $0 }) == 1
                let other = desk.send(
                    GetText(method: .put, content: .stream(AsyncStream<Data> { _ in }, contentType: nil))
                )
                desk.scheduler.advance(by: .seconds(1))
                other.cancel()
                desk.scheduler.run()
                expect(other.reason) == .cancelled
                expect(desk.arrivals.count) == 0
            }

            it("shows neither its bytes nor its size") {
                expect("\(RequestBody.stream(once(["secret"]), contentType: "text/plain"))") == "a stream of text/plain"
            }
        }
    }
}
