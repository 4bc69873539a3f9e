import Foundation
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class InterceptorSpec: Spec {
    func testSpec() {
        describe("an interceptor") {
            it("is called for each attempt, with the token, and changes what is sent") {
                let count = Locked(0)
                let numbering = Interceptor { request, send in
                    var request = request
                    let number = count.withLock { count in
                        count += 1
                        return count
                    }
                    request.set(HTTPHeader("X-Number", "\(number)"))
                    try await send(request)
                }
                let login = Authentication(Secret("token-1")) { _ in Secret("token-2") }
                let desk = Desk(authentication: login, interceptors: [numbering]) { _, _, number in
                    switch number {
                    case 1: Response(503)
                    case 2: Response(401)
                    case 3: Response(302, headers: [HTTPHeader("Location", "/else")])
                    default: Response(text: "done")
                    }
                }
                expect(desk.outcome(of: GetText())) == .success("done")
                expect(desk.arrivals.map { $0.request.headers["X-Number"] }) == ["1", "2", "3", "4"]
                expect(desk.arrivals.map { $0.request.headers["Authorization"] })
                    == ["Bearer token-1", "Bearer token-1", "Bearer token-2", "Bearer token-2"]
            }

            it("stands around those behind it, and has the head of the answer when that is complete") {
                let lines = Locked<[String]>([])
                func tracing(_ name: String) -> Interceptor {
                    Interceptor { request, send in
                        lines.withLock { $0.append("\(name) sends") }
                        let head = try await send(request)
                        lines.withLock { $0.append("\(name) has \(head.status), \(head.body.count) bytes") }
                    }
                }
                let desk = Desk(interceptors: [tracing("one"), tracing("two")]) { desk, _, _ in
                    try await desk.sleep(1)
                    return Response(text: "hello")
                }
                expect(desk.outcome(of: GetText())) == .success("hello")
                expect(lines.withLock { $0 }) == [
                    "one sends", "two sends", "two has 200, 0 bytes", "one has 200, 0 bytes",
                ]
            }

            it("adds secrets that appear nowhere") {
                let signing = Interceptor { request, send in
                    var request = request
                    request.set(.secret("X-Signature", Secret("abracadabra")))
                    try await send(request)
                }
                let desk = Desk(interceptors: [signing]) { _, request, _ in
                    Response(400, text: "bad signature \(request.headers["X-Signature"] ?? "")")
                }
                let error = desk.outcome(of: GetText())?.failure
                expect(error?.reason) == .status(BadStatus(400, body: "bad signature •••"))
                expect(desk.log.joined()).toNot(contain("abracadabra"))
            }

            it("takes part in the time limits") {
                let box = Locked<Desk?>(nil)
                let slow = Interceptor { request, send in
                    try await box.withLock { $0 }?.sleep(20)
                    try await send(request)
                }
                let desk = Desk({ ($0.limits.attempt, $0.retry) = (.seconds(10), .never) }, interceptors: [slow]) {
                    _,
                    _,
                    _ in
                    Response(text: "late")
                }
                box.withLock { $0 = desk }
                expect(desk.outcome(of: GetText())?.failure?.reason) == .timedOut(.attempt, after: .seconds(10))
                box.withLock { $0 = nil }
            }

            it("refuses, and fails, as a value") {
                struct NoKey: Error, CustomStringConvertible { let description = "there is no key abracadabra" }
                let refusals: [(Interceptor, RequestError.Reason, Int)] = [
                    (Interceptor { _, _ in throw NoKey() }, .unencodable("there is no key •••"), 1),
                    (Interceptor { _, _ in throw RequestError.Reason.noNetwork }, .noNetwork, 4),
                    (Interceptor { _, _ in }, .brokenAnswer, 4),
                ]
                for (refusal, reason, attempts) in refusals {
                    let desk = Desk(interceptors: [refusal]) { _, _, _ in Response() }
                    let request = GetText(headers: [.secret("X-Key", Secret("abracadabra"))])
                    let error = desk.outcome(of: request)?.failure
                    expect(error?.reason) == reason
                    expect(error?.attempts) == attempts
                    expect(desk.arrivals.count) == 0
                }
            }

            it("cannot make a broken answer a good one by keeping quiet") {
                let quiet = Interceptor { request, send in _ = try? await send(request) }
                let scheduler = TestScheduler()
                let script = ScriptTransport(on: scheduler) { _, _ in
                    .init(pieces: [(0, "half")], problem: .brokenAnswer)
                }
                let client = script.client(interceptors: [quiet], change: { $0.retry = .never })
                let outcome = Locked<Result<String, RequestError>?>(nil)
                scheduler.start {
                    let found = await client.outcome(of: GetText())
                    outcome.withLock { $0 = found }
                }
                scheduler.run()
                expect(outcome.withLock { $0 }?.failure?.reason) == .brokenAnswer
            }
        }
    }
}
