import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class RecordingSpec: Spec {
    func testSpec() {
        var file: URL!

        beforeEach {
            file = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString).jsonl")
        }
        afterEach { try? FileManager.default.removeItem(at: file) }

        let address = URL(fileURLWithPath: "/").asHTTP

        /// A client over a transport, without retries.
        func client(_ transport: any Transport, key: String = "key", clock: some Scheduler = .main) -> Client {
            var settings = ClientSettings()
            settings.retry = .never
            settings.query = [.secret("appid", Secret(key))]
            return Client(address, over: transport, settings: settings, clock: clock)
        }

        /// Records the answers of a function to requests, and returns what is in the file.
        func record(
            _ requests: [GetText],
            _ answer: @escaping @Sendable (HTTPRequest) throws -> Response
        ) async throws -> String {
            let recording = try RecordingTransport(over: FunctionTransport { try answer($0) }, to: file)
            for request in requests { _ = await client(recording).outcome(of: request) }
            try recording.close()
            return try String(contentsOf: file, encoding: .utf8)
        }

        describe("a recording") {
            it("of a real server is played back, to requests for another host and with another key") {
                let server = try LoopbackServer { request in
                    request.path == "/missing"
                        ? .answer(404, "none") : .answer(200, "\(request.path)?\(request.query["q"] ?? "")")
                }
                let recording = try RecordingTransport(over: URLSessionTransport(), to: file)
                let first = server.client(over: recording) { $0.query = [.secret("appid", Secret("first"))] }
                let requests = [
                    GetText(query: [QueryItem("q", "ü")]), GetText(path: "/other"), GetText(path: "/missing"),
                ]
                var outcomes: [Result<String, RequestError>] = []
                for request in requests { outcomes.append(await first.outcome(of: request)) }
                server.stop()
                try recording.close()
                let played = client(try RecordedTransport(file), key: "second")
                for (request, outcome) in zip(requests, outcomes).reversed() {
                    let again = await played.outcome(of: request).mapError(\.reason)
                    expect(again) == outcome.mapError(\.reason)
                }
                expect(outcomes.map { $0.success }) == ["/text?ü", "/other?", nil]
            }

            it("answers each request in the order of its own answers, the last one again and again") {
                let count = Locked(0)
                _ = try await record([GetText(path: "/a"), GetText(path: "/b"), GetText(path: "/a")]) { request in
                    count.withLock { $0 += 1 }
                    return Response(text: "\(request.url.lastPathComponent)\(count.withLock { $0 })")
                }
                let played = client(try RecordedTransport(file))
                var texts: [String?] = []
                for path in ["/b", "/a", "/a", "/a", "/b", "/c"] {
                    texts.append(await played.outcome(of: GetText(path: path)).success)
                }
                expect(texts) == ["b2", "a1", "a3", "a3", "b2", nil]
                await expect { await played.outcome(of: GetText(path: "/c")).failure?.reason } == .notRecorded
                await expect { await played.outcome(of: GetText(path: "/a", method: .put)).failure?.reason }
                    == .notRecorded
            }

            it("has failures, bytes and headers too, but no cancelled request") {
                let bytes = Data([0, 255, 10, 128])
                let recording = try RecordingTransport(
                    over: FunctionTransport { request in
                        switch request.url.lastPathComponent {
                        case "bytes": return Response(headers: [HTTPHeader("ETag", "\"1\"")], body: bytes)
                        case "host": throw RequestError.Reason.unknownHost("example.org")
                        case "broken": throw RequestError.Reason.brokenAnswer
                        default: throw RequestError.Reason.cancelled
                        }
                    },
                    to: file
                )
                struct Whole: Request {
                    typealias Answer = Response
                    var path: String { "/bytes" }
                }
                _ = await client(recording).outcome(of: Whole())
                for path in ["/host", "/broken", "/cancelled"] {
                    _ = await client(recording).outcome(of: GetText(path: path))
                }
                let played = client(try RecordedTransport(file))
                let response = await played.outcome(of: Whole()).success
                expect(response?.body) == bytes
                expect(response?.headers["etag"]) == "\"1\""
                let reasons: [String: RequestError.Reason] = [
                    "/host": .unknownHost("example.org"), "/broken": .brokenAnswer, "/cancelled": .notRecorded,
                ]
                for (path, reason) in reasons {
                    await expect { await played.outcome(of: GetText(path: path)).failure?.reason } == reason
                }
            }

            it("has no secret in it, even where the server repeats one") {
                let secret = "5ec/2e7 ü"
                let encoded = "5ec%2F2e7%20%C3%BC"
                let headers = [
                    HTTPHeader("Set-Cookie", "session=\(secret)"), HTTPHeader("Location", "/?key=\(encoded)"),
                ]
                let recording = try RecordingTransport(
                    over: FunctionTransport { request in
                        Response(200, headers: headers, text: "\(request.url) \(secret) \(request.headers)")
                    },
                    to: file,
                    redact: { _, response in response.headers.append(HTTPHeader("X-Seen", "yes")) }
                )
                let body = RequestBody.form([QueryItem("password", "pass")])
                _ = await client(recording, key: secret).outcome(
                    of: GetText(headers: [.secret("X-Key", Secret(secret))], content: body)
                )
                let text = try String(contentsOf: file, encoding: .utf8)
                for part in [secret, encoded, "5ec", "pass"] { expect(text).notTo(contain(part)) }
                expect(text).to(contain("appid=•••"))
                expect(text).to(contain("X-Seen"))
            }

            it("has no answer that is larger than its limit, and keeps none in memory, though that is passed on") {
                let recording = try RecordingTransport(
                    over: FunctionTransport { request in
                        Response(text: String(repeating: "x", count: request.url.lastPathComponent == "a" ? 10 : 11))
                    },
                    to: file,
                    sizeLimit: 10
                )
                for path in ["/a", "/b"] {
                    await expect { await client(recording).outcome(of: GetText(path: path)).success }.notTo(beNil())
                }
                let played = client(try RecordedTransport(file))
                await expect { await played.outcome(of: GetText(path: "/a")).success?.count } == 10
                await expect { await played.outcome(of: GetText(path: "/b")).failure?.reason } == .notRecorded
            }

            it("has no login of an address in it") {
                let location = [HTTPHeader("Location", "https://ada:hunter2@example.com/")]
                let recording = try RecordingTransport(
                    over: FunctionTransport { _ in Response(404, headers: location) },
                    to: file
                )
                let address = URL(string: "https://ada:hunter2@example.org")!
                _ = await Client(address, over: recording).outcome(of: GetText())
                let text = try String(contentsOf: file, encoding: .utf8)
                expect(text).to(contain("https://•••@example.org/text"))
                expect(text).to(contain("https://•••@example.com/"))
                expect(text).notTo(contain("hunter2"))
            }

            it("that lost its end is played up to there, and one that is damaged elsewhere is refused by the line") {
                let text = try await record([GetText(path: "/a"), GetText(path: "/b")]) { _ in Response(text: "done") }
                let cut = Data(text.dropLast(10).utf8)
                let played = client(try RecordedTransport(recording: cut))
                await expect { await played.outcome(of: GetText(path: "/a")).success } == "done"
                await expect { await played.outcome(of: GetText(path: "/b")).failure?.reason } == .notRecorded
                expect { try RecordedTransport(recording: Data("x\n\(text)".utf8)) }.to(
                    throwError(RecordedTransport.Damage.self) { expect("\($0)").to(contain("line 1")) }
                )
                expect { try RecordedTransport(recording: Data("\(text){}\n".utf8)) }.to(
                    throwError(RecordedTransport.Damage.self) { expect($0.line) == 3 }
                )
            }

            it("is continued by another one") {
                _ = try await record([GetText(path: "/a")]) { _ in Response(text: "1") }
                let text = try await record([GetText(path: "/b")]) { _ in Response(text: "2") }
                expect(text.split(separator: "\n").count) == 2
            }
        }

        describe("faults") {
            /// The codes of what fails, and when each answer came.
            func outcomes(
                _ faults: FaultyTransport.Faults,
                delay: ClosedRange<Duration> = .zero ... .zero,
                seed: UInt64 = 1,
                count: Int = 12
            ) -> [String] {
                let scheduler = TestScheduler()
                let transport = FaultyTransport(
                    over: FunctionTransport { _ in Response(text: "done") },
                    delay: delay,
                    faults: faults,
                    seed: seed,
                    clock: scheduler
                )
                let client = client(transport, clock: scheduler)
                let lines = Locked<[String]>([])
                scheduler.start {
                    for _ in 0..<count {
                        let start = scheduler.now
                        let outcome = await client.outcome(of: GetText())
                        let text = outcome.success ?? outcome.failure?.reason.code ?? ""
                        lines.withLock { $0.append(delay.upperBound > .zero ? "\(scheduler.now - start)" : text) }
                    }
                }
                scheduler.run()
                return lines.withLock { $0 }
            }

            it("come with every so many requests, one kind after the other") {
                expect(outcomes(.every(3))) == [
                    "done", "done", "status", "done", "done", "broken-answer", "done", "done", "no-connection", "done",
                    "done", "status",
                ]
                expect(outcomes(.every(2, [.silence]), count: 2)) == ["done", "timed-out"]
                expect(Set(outcomes(.every(0)) + outcomes(.none) + outcomes(.random(0)))) == ["done"]
            }

            it("come by chance, which the seed repeats") {
                let seed = Seed.current.value
                let some = outcomes(.random(0.3), seed: seed, count: 300)
                expect(outcomes(.random(0.3), seed: seed, count: 300)) == some
                let part = Double(some.count { $0 != "done" }) / 300
                expect((0.15...0.45).contains(part)).to(beTrue(), description: "\(part), seed \(seed)")
                expect(Set(some)) == ["done", "status", "broken-answer", "no-connection"]
                expect(outcomes(.random(1), seed: seed)).notTo(contain("done"))
            }

            it("come with delays, which the seed repeats too") {
                let range = Duration.milliseconds(100)...Duration.milliseconds(300)
                let some = outcomes(.none, delay: range, seed: 5)
                expect(outcomes(.none, delay: range, seed: 5)) == some
                expect(outcomes(.none, delay: range, seed: 6)) != some
                expect(Set(some).count) == 12
                expect(Set(outcomes(.none, delay: .seconds(1) ... .seconds(1)))) == ["1.0 seconds"]
            }
        }
    }
}
