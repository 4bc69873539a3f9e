import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class ServerSentEventsSpec: Spec {
    func testSpec() {
        let scheduler = TestScheduler()
        let kind = HTTPHeader("Content-Type", "text/event-stream; charset=utf-8")
        let head = Response(headers: [kind])
        let end = ScriptTransport.Answer(head: Response(204))

        /// Reads the events of a server on virtual time, to the end.
        func events(
            _ script: ScriptTransport,
            _ request: GetText = GetText(),
            after lastID: String = "",
            reconnecting policy: RetryPolicy = RetryPolicy(times: .max, jitter: 0),
            authentication: Authentication? = nil,
            log: (@Sendable (RequestEvent) -> Void)? = nil
        ) -> Arrivals<ServerSentEvent> {
            let arrivals = Arrivals<ServerSentEvent>()
            let client = script.client(authentication: authentication, log: log, change: { $0.limits.answerSize = 100 })
            scheduler.start {
                await arrivals.read { () throws(RequestError) in
                    client.events(request, after: lastID, reconnecting: policy)
                }
            }
            return arrivals
        }

        func lastIDs(_ script: ScriptTransport) -> [String?] { script.requests.map { $0.headers["Last-Event-ID"] } }

        describe("server-sent events") {
            it("go on with a new connection, from the last id on, until the server wants no more") {
                let script = ScriptTransport(on: scheduler) { _, number in
                    switch number {
                    case 1: .init(head: head, pieces: [(1, "id: a\nda"), (1, "ta: 1\n\ndata: lost"), (0, "\n")])
                    case 2: .init(head: head, pieces: [(0, "data: 2\n\n")], problem: .brokenAnswer)
                    default: end
                    }
                }
                let arrivals = events(script)
                scheduler.run()
                expect(arrivals.all) == [ServerSentEvent("1", id: "a"), ServerSentEvent("2", id: "a")]
                expect(arrivals.isOver) == true
                expect(arrivals.reason).to(beNil())
                expect(script.times) == [0, 5, 8]
                expect(lastIDs(script)) == [nil, "a", "a"]
                expect(script.requests[0].headers["Accept"]) == "text/event-stream"
                expect(script.requests[0].headers["Cache-Control"]) == "no-store"
            }

            it("begin after an id that is known") {
                let script = ScriptTransport(on: scheduler) { _, number in
                    number == 1 ? .init(head: head, pieces: [(0, "id\ndata: a\n\n")]) : end
                }
                let arrivals = events(script, after: "7")
                scheduler.run()
                expect(arrivals.all) == [ServerSentEvent("a")]
                expect(lastIDs(script)) == ["7", nil]
            }

            it("wait as long as the server says, and longer the more connections bring nothing") {
                let script = ScriptTransport(on: scheduler) { _, number in
                    switch number {
                    case 1: .init(head: head, pieces: [(0, "retry: 10\ndata: a\n\n")])
                    case 2...5: .init(head: nil, problem: .noConnection(host: "example.org"))
                    case 6: .init(head: head, pieces: [(0, ": nothing\n\n")])
                    case 7: .init(head: head, pieces: [(0, "data: b\n\n")])
                    default: end
                    }
                }
                let arrivals = events(script)
                scheduler.run()
                expect(arrivals.all.map(\.data)) == ["a", "b"]
                expect(script.times) == [0, 0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 32]
            }

            it("wait as long as a server that is in trouble asks, and give up after what is allowed") {
                let script = ScriptTransport(on: scheduler) { _, _ in
                    .init(head: Response(503, headers: [HTTPHeader("Retry-After", "20")]))
                }
                let arrivals = events(script, reconnecting: RetryPolicy(times: 2, jitter: 0))
                scheduler.run()
                expect(script.times) == [0, 20, 40]
                expect(arrivals.reason?.kind) == "status"
            }

            it("are not asked for again where that is of no use") {
                let line = "\ndata: " + String(repeating: "x", count: 34)
                let cases: [(ScriptTransport.Answer, RequestError.Reason?)] = [
                    (.init(head: Response(404)), .status(BadStatus(404))),
                    (
                        .init(head: head, pieces: [(1, "data: 40"), (1, line), (1, line), (1, line)]),
                        .tooLarge(limit: 100)
                    ),
                    (.init(head: head, pieces: [(0, String(repeating: "x", count: 101))]), .tooLarge(limit: 100)),
                    (.init(head: Response(headers: [HTTPHeader("Content-Type", "text/html")])), nil),
                    (.init(head: Response(headers: [HTTPHeader("Content-Type", "text/event-streams")])), nil),
                    (.init(head: Response()), nil),
                ]
                for (answer, reason) in cases {
                    let script = ScriptTransport(on: scheduler) { _, _ in answer }
                    let arrivals = events(script)
                    scheduler.run()
                    expect(script.requests.count) == 1
                    if let reason {
                        expect(arrivals.reason) == reason
                    } else {
                        expect(arrivals.reason?.kind) == "undecodable"
                    }
                }
            }

            it("say what they are instead, without secrets") {
                let script = ScriptTransport(on: scheduler) { _, _ in
                    .init(head: Response(headers: [HTTPHeader("Content-Type", "text/abracadabra")]))
                }
                let arrivals = events(script, GetText(headers: [.secret("X-Key", Secret("abracadabra"))]))
                scheduler.run()
                expect(arrivals.error.map { "\($0)" } ?? "")
                    .to(contain("its content type is text/•••, and not text/event-stream"))
            }

            it("have one connection where the request is not repeatable, whose end is the end") {
                for (problem, reason) in [(nil, nil), (.brokenAnswer, .brokenAnswer)]
                    as [(RequestError.Reason?, RequestError.Reason?)]
                {
                    let script = ScriptTransport(on: scheduler) { _, _ in
                        .init(head: head, pieces: [(0, "data: a\n\n")], problem: problem)
                    }
                    let arrivals = events(script, GetText(method: .post))
                    scheduler.run()
                    expect(arrivals.all.map(\.data)) == ["a"]
                    expect(arrivals.isOver) == true
                    expect(arrivals.reason).to(reason.map { equal($0) } ?? beNil())
                    expect(script.requests.count) == 1
                }
            }

            it("are asked for with the same body again, also where that is a stream") {
                let script = ScriptTransport(on: scheduler) { request, number in
                    number < 3 ? .init(head: head, pieces: [(0, "data: \(request.bodySize)\n\n")]) : end
                }
                let (stream, continuation) = AsyncStream<Data>.makeStream()
                continuation.yield(Data("body".utf8))
                continuation.finish()
                let arrivals = events(script, GetText(method: .put, content: .stream(stream, contentType: nil)))
                scheduler.run()
                expect(arrivals.all.map(\.data)) == ["4", "4"]
            }

            it("are asked for again where the server falls silent") {
                let script = ScriptTransport(on: scheduler) { _, number in
                    number == 1
                        ? .init(head: head, pieces: [(29, ": here\n"), (29, ": here\n"), (31, ": late\n")]) : end
                }
                let arrivals = events(script)
                scheduler.run()
                expect(arrivals.isOver) == true
                expect(script.times) == [0, 29 + 29 + 30 + 3]
            }

            it("belong to the login under which they began") {
                let login = Authentication(Secret("token-1")) { _ in Secret("renewed") }
                let script = ScriptTransport(on: scheduler) { _, _ in .init(head: head, pieces: [(1, "data: a\n\n")]) }
                let arrivals = events(script, authentication: login)
                scheduler.advance(by: .seconds(2))
                login.token = Secret("token-2")
                scheduler.run()
                expect(script.requests.map { $0.headers["Authorization"] }) == ["Bearer token-1"]
                expect(arrivals.reason) == .loginEnded
            }

            it("tell the log why there is another connection") {
                let lines = Locked<[String]>([])
                let script = ScriptTransport(on: scheduler) { _, number in number == 1 ? .init(head: head) : end }
                _ = events(script) { event in lines.withLock { $0.append("\(event)") } }
                scheduler.run()
                expect(lines.withLock { $0 })
                    .to(
                        contain(
                            "GET https://example.org/text (1): The server's answer broke off, or is damaged.; again in 3 seconds"
                        )
                    )
            }

            it("end with the task that reads them, also while it waits") {
                let script = ScriptTransport(on: scheduler) { _, _ in .init(head: head, pieces: [(0, "data: a\n\n")]) }
                let (client, arrivals) = (script.client(), Arrivals<ServerSentEvent>())
                let work = scheduler.start {
                    await arrivals.read { () throws(RequestError) in client.events(GetText()) }
                }
                scheduler.advance(by: .seconds(1))
                work.cancel()
                scheduler.run()
                expect(arrivals.reason) == .cancelled
                expect(script.requests.count) == 1
            }

            it("are a signal") {
                let script = ScriptTransport(on: scheduler) { _, number in
                    number == 1
                        ? .init(head: head, pieces: [(1, "data: a\n\n"), (1, "data: b\n\n")])
                        : .init(head: Response(404))
                }
                let client = script.client()
                let signal = Signal(resultsOf: client.events(GetText()), on: scheduler)
                var found: [String] = []
                let subscription = signal.observe { result in
                    switch result {
                    case .success(let event): found.append(event.data)
                    case .failure(let error): found.append(error.reason.kind)
                    }
                }
                scheduler.run()
                expect(found) == ["a", "b", "status"]
                subscription.cancel()
            }

            it("come over a socket, and close it when nobody reads them") {
                let server = try LoopbackServer { request in
                    let id = request.headers["last-event-id"] ?? "none"
                    var reply = Reply.chunked(
                        ["retry: 1\nid: 1\ndata: after \(id)\n\n"],
                        headers: ["Content-Type": "text/event-stream"]
                    )
                    if id != "none" { reply.steps.insert(.hold, at: 2) }
                    return reply
                }
                defer { server.stop() }
                let (client, log) = (server.client(), server.events())
                var found: [String] = []
                for try await event in client.events(GetText(), reconnecting: RetryPolicy(backoff: .constant(.zero))) {
                    found.append(event.data)
                    if found.count == 2 { break }
                }
                expect(found) == ["after none", "after 1"]
                _ = try await log.wait { $0.isAbandoned }
            }
        }
    }
}
