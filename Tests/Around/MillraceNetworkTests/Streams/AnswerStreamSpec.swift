import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class AnswerStreamSpec: Spec {
    func testSpec() {
        let scheduler = TestScheduler()

        /// Reads the lines of an answer on virtual time.
        func lines(_ client: Client, _ request: GetText = GetText()) -> Arrivals<String> {
            let arrivals = Arrivals<String>()
            scheduler.start {
                await arrivals.read { () throws(RequestError) in try await client.stream(request).lines }
            }
            return arrivals
        }

        describe("a stream") {
            it("gives its head and its pieces while the rest is on its way") {
                let server = try LoopbackServer { _ in
                    var reply = Reply.chunked(["one", "two", "three"], headers: ["X-Kind": "numbers"])
                    reply.steps.insert(.hold, at: 2)
                    return reply
                }
                defer { server.stop() }
                let stream = try await server.client().stream(GetText())
                expect(stream.response.status) == 200
                expect(stream.response.headers["X-Kind"]) == "numbers"
                expect(stream.response.body) == Data()
                var pieces = stream.makeAsyncIterator()
                await expect { try await pieces.next() } == Data("one".utf8)
                server.releaseHeld()
                var rest = Data()
                while let piece = try await pieces.next() { rest += piece }
                expect(rest) == Data("twothree".utf8)
            }

            it("closes its connection when it is left, released, cancelled, or its task is") {
                let server = try LoopbackServer { _ in
                    var reply = Reply.chunked(["one", "two"])
                    reply.steps.insert(.hold, at: 2)
                    return reply
                }
                defer { server.stop() }
                let client = server.client { $0.concurrencyLimit = 1 }
                // What is to be kept until the connection is closed.
                let leave: [@Sendable () async throws -> AnswerStream?] = [
                    {
                        for try await _ in try await client.stream(GetText()) { break }
                        return nil
                    },
                    {
                        _ = try await client.stream(GetText())
                        return nil
                    },
                    {
                        let stream = try await client.stream(GetText())
                        stream.cancel()
                        var pieces = stream.makeAsyncIterator()
                        await expect { try await pieces.next() }.to(beNil())
                        return stream
                    },
                    {
                        let stream = try await client.stream(GetText())
                        let arrivals = Arrivals<Data>()
                        let reading = Task { await arrivals.read { stream } }
                        while arrivals.all.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
                        reading.cancel()
                        await reading.value
                        expect(arrivals.reason) == .cancelled
                        return stream
                    },
                ]
                for leave in leave {
                    let events = server.events()
                    let kept = try await leave()
                    _ = try await events.wait { $0.isAbandoned }
                    withExtendedLifetime(kept) {}
                }
            }

            it("that is cut is an error, after what has come") {
                let server = try LoopbackServer { _ in
                    var reply = Reply.chunked(["one\ntwo", "never"])
                    reply.steps[2...] = [.wait(.milliseconds(20)), .reset]
                    return reply
                }
                defer { server.stop() }
                let (client, arrivals) = (server.client(), Arrivals<String>())
                await arrivals.read { () throws(RequestError) in try await client.stream(GetText()).lines }
                expect(arrivals.all) == ["one"]
                expect(arrivals.reason) == .brokenAnswer
            }

            it("waits in memory up to the limit of answers, and no further") {
                let script = ScriptTransport(on: scheduler) { _, _ in
                    .init(pieces: [(0, "12345"), (0, "67890"), (0, "x"), (0, "y")])
                }
                let client = script.client(change: { $0.limits.answerSize = 10 })
                let (arrivals, stream) = (Arrivals<Data>(), Locked<AnswerStream?>(nil))
                scheduler.start {
                    let opened = try? await client.stream(GetText())
                    stream.withLock { $0 = opened }
                }
                scheduler.run()
                scheduler.start {
                    if let opened = stream.withLock({ $0.take() }) { await arrivals.read { opened } }
                }
                scheduler.run()
                expect(arrivals.all.map { String(decoding: $0, as: UTF8.self) }) == ["12345", "67890"]
                expect(arrivals.reason) == .tooLarge(limit: 10)
                expect(script.closedCount) == 1
            }

            it("may be longer than that where it is read at once") {
                let script = ScriptTransport(on: scheduler) { _, _ in
                    .init(pieces: (0..<100).map { (1, "line \($0)\n") })
                }
                let arrivals = lines(script.client(change: { $0.limits.answerSize = 20 }))
                scheduler.run()
                expect(arrivals.all) == (0..<100).map { "line \($0)" }
                expect(arrivals.isOver) == true
                expect(arrivals.reason).to(beNil())
            }

            it("has only the limit of silence, once it is open") {
                let limits = RequestLimits(attempt: .seconds(2), silence: .seconds(5), total: .seconds(3))
                let script = ScriptTransport(on: scheduler) { _, _ in
                    .init(pieces: [(4, "a\n"), (4, "b\n"), (6, "c\n")])
                }
                let arrivals = lines(script.client(), GetText(limits: limits))
                scheduler.run()
                expect(arrivals.all) == ["a", "b"]
                expect(arrivals.reason) == .timedOut(.silence, after: .seconds(5))
                expect(script.requests.count) == 1
            }

            it("is opened by the rules of all requests, and is asked for once when it is open") {
                let script = ScriptTransport(on: scheduler) { _, number in
                    number < 3 ? .init(head: Response(503)) : .init(pieces: [(0, "late")], problem: .brokenAnswer)
                }
                let arrivals = lines(script.client())
                scheduler.run()
                expect(script.requests.count) == 3
                expect(arrivals.all) == []
                expect(arrivals.reason) == .brokenAnswer
                expect(arrivals.error?.attempts) == 3
            }

            it("is the last answer, also where one that is accepted may pass") {
                for (statuses, line) in [([503, 200], "200"), ([503, 503, 503, 503], "503")] {
                    let script = ScriptTransport(on: scheduler) { _, number in
                        .init(head: Response(statuses[number - 1]), pieces: [(0, "\(statuses[number - 1])\n")])
                    }
                    let (client, arrivals) = (script.client(), Arrivals<String>())
                    scheduler.start {
                        await arrivals.read { () throws(RequestError) in try await client.stream(AnyStatus()).lines }
                    }
                    scheduler.run()
                    expect(arrivals.all) == [line]
                    expect(script.requests.count) == statuses.count
                }
            }

            it("is an error with its body where its status is not accepted, without secrets") {
                let script = ScriptTransport(on: scheduler) { _, _ in
                    .init(head: Response(404), pieces: [(0, "no key abracadabra")])
                }
                let arrivals = lines(
                    script.client(),
                    GetText(headers: [.secret("X-Key", Secret("abracadabra"))])
                )
                scheduler.run()
                expect(arrivals.reason) == .status(BadStatus(404, body: "no key •••"))
            }

            it("leaves its place to others when it is open") {
                let script = ScriptTransport(on: scheduler) { _, number in
                    number == 1 ? .init(pieces: [(10, "late\n")]) : .init(pieces: [(0, "soon\n")])
                }
                let client = script.client(change: { $0.concurrencyLimit = 1 })
                let (first, second) = (lines(client), lines(client))
                scheduler.advance(by: .seconds(1))
                expect(second.all) == ["soon"]
                scheduler.run()
                expect(first.all) == ["late"]
            }
        }

        describe("lines") {
            it("end with each of the three ends, however they are cut, and the last needs none") {
                let text = "a\r\nb\rc\n\nd — é\r\r\ne"
                for size in 1...5 {
                    let bytes = Array(text.utf8)
                    let pieces = stride(from: 0, to: bytes.count, by: size).map {
                        Data(bytes[$0..<min($0 + size, bytes.count)])
                    }
                    let transport = Pieces(pieces: pieces)
                    let client = Client(URL(string: "https://example.org")!, over: transport)
                    let arrivals = Arrivals<String>()
                    await arrivals.read { () throws(RequestError) in try await client.stream(GetText()).lines }
                    expect(arrivals.all) == ["a", "b", "c", "", "d — é", "", "e"]
                }
            }

            it("that never end are an error") {
                let script = ScriptTransport(on: scheduler) { _, _ in .init(pieces: (0..<100).map { _ in (1, "xxxx") })
                }
                let arrivals = lines(script.client(change: { $0.limits.answerSize = 10 }))
                scheduler.run()
                expect(arrivals.reason) == .tooLarge(limit: 10)
                expect(script.closedCount) == 1
            }
        }
    }
}

/// A request that takes every answer.
private struct AnyStatus: Request {
    typealias Answer = Void
    var path: String { "/text" }
    func accepts(_ status: Int) -> Bool { true }
}

/// A transport whose answer comes in these pieces.
private struct Pieces: Transport {
    let pieces: [Data]

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        _ = receiver.receive(head: Response())
        for piece in pieces { _ = receiver.receive(piece) }
    }
}
