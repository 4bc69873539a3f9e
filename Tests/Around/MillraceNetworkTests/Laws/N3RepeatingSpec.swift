import Foundation
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class N3RepeatingSpec: Spec {
    func testSpec() {
        describe("N3: a request that fails with what may pass") {
            it("is sent again, after waits that double") {
                let desk = Desk { desk, _, number in
                    guard number == 4 else { throw RequestError.Reason.noConnection(host: "example.org") }
                    return Response(text: "done")
                }
                expect(desk.outcome(of: GetText())) == .success("done")
                expect(desk.times) == [0, 0.5, 1.5, 3.5]
            }

            it("is sent so often, and fails with the last reason then") {
                let desk = Desk {
                    $0.retry.times = 2
                } answer: { _, _, number in
                    Response(501 + number, text: "no \(number)")
                }
                let error = desk.outcome(of: GetText())?.failure
                expect(error?.reason) == .status(BadStatus(504, body: "no 3"))
                expect(error?.attempts) == 3
                expect(desk.times) == [0, 0.5, 1.5]
            }

            it("is sent again by its status, or not") {
                let passing: Set = [408, 423, 425, 429, 500, 502, 503, 504]
                for status in 100..<600 {
                    let desk = Desk {
                        $0.retry.times = 1
                    } answer: { _, _, _ in
                        Response(status)
                    }
                    let error = desk.outcome(of: GetText())?.failure
                    expect(error?.reason == ((200..<300).contains(status) ? nil : .status(BadStatus(status)))) == true
                    let passes = passing.contains(status)
                    expect(desk.arrivals.count).to(equal(passes ? 2 : 1), description: "\(status)")
                    expect(error?.isPassing ?? false).to(equal(passes), description: "\(status)")
                }
            }

            it("is sent again by its reason, or not") {
                let passing: [RequestError.Reason] = [
                    .noNetwork, .unknownHost("x"), .noConnection(host: "x"), .brokenAnswer,
                ]
                for reason in passing + [.badAddress, .notWritten("x")] {
                    let desk = Desk {
                        $0.retry.times = 1
                    } answer: { _, _, _ in
                        throw reason
                    }
                    expect(desk.outcome(of: GetText())?.failure?.reason) == reason
                    expect(desk.arrivals.count).to(equal(passing.contains(reason) ? 2 : 1), description: "\(reason)")
                }
            }

            it("waits as its seed says, from half of the wait to all of it, so that clients do not come back together")
            {
                func waits(seed: UInt64) -> [Duration] {
                    let scheduler = TestScheduler()
                    let times = Locked<[Duration]>([])
                    var settings = ClientSettings()
                    settings.retry = RetryPolicy(times: 20, backoff: .constant(.seconds(4)), jitter: 0.5)
                    settings.limits.total = nil
                    let transport = FunctionTransport { _ in
                        times.withLock { $0.append(scheduler.now) }
                        return Response(503)
                    }
                    let client = Client(
                        URL(fileURLWithPath: "/").asHTTP,
                        over: transport,
                        settings: settings,
                        clock: scheduler,
                        seed: seed
                    )
                    scheduler.start { _ = try? await client.send(GetText()) }
                    scheduler.run()
                    let all = times.withLock { $0 }
                    return zip(all.dropFirst(), all).map { $0 - $1 }
                }
                let seed = Seed.current.value
                expect(waits(seed: seed)) == waits(seed: seed)
                expect(waits(seed: seed)) != waits(seed: seed &+ 1)
                expect(waits(seed: seed).allSatisfy { .seconds(2)...(.seconds(4)) ~= $0 }) == true
                expect(Set(waits(seed: seed)).count) > 10
            }

            it("is not sent again where the total limit comes first, and fails at once") {
                let desk = Desk {
                    $0.limits.total = .seconds(3)
                } answer: { _, _, _ in
                    Response(503)
                }
                expect(desk.outcome(of: GetText())?.failure?.reason) == .status(BadStatus(503))
                expect(desk.times) == [0, 0.5, 1.5]
                expect(desk.scheduler.now) <= .seconds(3)
            }
        }

        describe("N3: the random part of a wait") {
            it("may be any number, of which only one from 0 to 1 counts") {
                for (jitter, range) in [
                    (Double.nan, 4.0...4), (-1e30, 4...4), (.infinity, 0...4), (1e30, 0...4), (-.infinity, 4...4),
                ] {
                    let desk = Desk {
                        $0.retry = RetryPolicy(times: 1, backoff: .constant(.seconds(4)))
                        $0.retry.jitter = jitter
                    } answer: { _, _, _ in
                        Response(503)
                    }
                    expect(desk.outcome(of: GetText())?.failure?.attempts) == 2
                    expect(range.contains(desk.times.last ?? -1)).to(beTrue(), description: "\(jitter)")
                }
            }
        }

        describe("N3: a request by its method") {
            it("is repeated if that is idempotent, also where WebDAV says so") {
                let repeated = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "REPORT"]
                for method in repeated + ["POST", "PATCH", "PROPPATCH", "LOCK", "report"] {
                    struct Call: Request {
                        typealias Answer = Void
                        var path: String { "/" }
                        var method: HTTPMethod
                    }
                    let desk = Desk { _, _, number in Response(number == 1 ? 502 : 200) }
                    _ = desk.outcome(of: Call(method: HTTPMethod(method)))
                    expect(desk.arrivals.count).to(equal(repeated.contains(method) ? 2 : 1), description: method)
                }
            }
        }

        describe("N3: a request that must not be repeated") {
            it("is sent once, whatever happens, and whatever the server asks for") {
                let reasons: [RequestError.Reason] = [.noConnection(host: "x"), .brokenAnswer, .noNetwork]
                for reason in reasons {
                    let desk = Desk { _, _, _ in throw reason }
                    expect(desk.outcome(of: PostText())?.failure?.reason) == reason
                    expect(desk.arrivals.count) == 1
                }
                let desk = Desk { _, _, _ in Response(503, headers: [HTTPHeader("Retry-After", "1")]) }
                expect(desk.outcome(of: PostText())?.failure?.reason)
                    == .status(
                        BadStatus(503, retryAfter: .seconds(1))
                    )
                expect(desk.arrivals.count) == 1
            }

            it("may say that it may be") {
                struct Payment: Request {
                    typealias Answer = Void
                    var path: String { "/payments" }
                    var method: HTTPMethod { .post }
                    var headers: [HTTPHeader] { [HTTPHeader("Idempotency-Key", "1")] }
                    var isRepeatable: Bool { true }
                }
                let desk = Desk { _, _, number in Response(number == 1 ? 502 : 200) }
                expect(desk.outcome(of: Payment())?.failure).to(beNil())
                expect(desk.arrivals.count) == 2
            }
        }

        describe("N3: Retry-After") {
            it("counts in place of the wait, in seconds, parts of seconds, and as a date, unless it is next to nothing")
            {
                let headers = ["7", "0.25", "Sun, 06 Nov 1994 08:49:57 GMT", "0"]
                let desk = Desk {
                    $0.retry.times = 4
                } answer: { _, _, number in
                    number <= headers.count
                        ? Response(429, headers: [HTTPHeader("Retry-After", headers[number - 1])])
                        : Response(text: "done")
                }
                expect(desk.outcome(of: GetText())) == .success("done")
                // The date is 20 seconds after the start.
                expect(desk.times) == [0, 7, 7.5, 20.5, 21]
            }

            it("of zero does not have it sent again and again in one instant") {
                let desk = Desk { _, _, _ in Response(503, headers: [HTTPHeader("Retry-After", "0")]) }
                expect(desk.outcome(of: GetText())?.failure?.reason.kind) == "status"
                expect(desk.times) == [0, 0.5, 1, 1.5]
            }

            it("is told by the error where the wait would be too long") {
                let desk = Desk { _, _, _ in Response(503, headers: [HTTPHeader("Retry-After", "61")]) }
                let error = desk.outcome(of: GetText())?.failure
                expect(error?.reason) == .status(BadStatus(503, retryAfter: .seconds(61)))
                expect(error?.message) == "The server cannot answer now. Try again in 61 seconds."
                expect(desk.scheduler.now) == .zero
            }

            it("does not count where it cannot be read") {
                let desk = Desk { _, _, number in
                    number == 1 ? Response(503, headers: [HTTPHeader("Retry-After", "soon")]) : Response(text: "done")
                }
                expect(desk.outcome(of: GetText())) == .success("done")
                expect(desk.times) == [0, 0.5]
            }
        }

        describe("N3: a status that may pass and that the request accepts") {
            it("is its answer after the last attempt") {
                struct Ping: Request {
                    typealias Answer = Response
                    var path: String { "/" }
                    func accepts(_ status: Int) -> Bool { true }
                }
                let desk = Desk {
                    $0.retry.times = 1
                } answer: { _, _, _ in
                    Response(503)
                }
                expect(desk.outcome(of: Ping())?.success?.status) == 503
                expect(desk.arrivals.count) == 2
            }
        }
    }
}

extension URL {
    /// An address of HTTP.
    var asHTTP: URL { URL(string: "http://example.org") ?? self }
}
