import Foundation
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class N2ErrorsSpec: Spec {
    func testSpec() {
        describe("N2: an error") {
            it("tells the request, the reason and how often it was sent, in one line for a log") {
                let desk = Desk {
                    $0.retry.times = 1
                } answer: { _, _, _ in
                    Response(503, text: "a\nb")
                }
                let error = desk.outcome(of: GetText(query: [QueryItem("q", "São Paulo")]))?.failure
                expect("\(error!)")
                    == "GET https://example.org/api/text?q=S%C3%A3o%20Paulo: status 503: a b (after 2 attempts)"
                expect(error?.message) == "The server has a fault of its own (503). Try again later."
            }

            it("has the start of the body, and not more") {
                let desk = Desk { _, _, _ in Response(404, text: String(repeating: "é", count: 5000)) }
                guard case .status(let status) = desk.outcome(of: GetText())?.failure?.reason else {
                    return fail("none")
                }
                expect(status.body) == String(repeating: "é", count: 1000)
            }

            it("names where an answer cannot be decoded, and what stands there") {
                struct Forecast: Request {
                    struct Answer: Decodable, Sendable {
                        struct Step: Decodable, Sendable { let main: Main }
                        struct Main: Decodable, Sendable { let temp: Double }
                        let list: [Step]
                    }
                    var path: String { "/forecast" }
                }
                let json = """
                    {"list":[
                      {"main":{"temp":1}},
                      {"main":{"temp":2}},
                      {"main":{"temp":"mild"}}
                    ]}
                    """
                let desk = Desk { _, _, _ in Response(json: json) }
                let error = desk.outcome(of: Forecast())?.failure
                guard case .undecodable(let problem) = error?.reason else { return fail("no problem") }
                expect(problem.kind) == .wrongKind(expected: "a number")
                expect(problem.path) == "list[2].main.temp"
                expect(problem.line) == 4
                expect(problem.excerpt) == #"{"main":{"temp":"mild"}}"#
                expect(error?.reason.description)
                    == #"undecodable: list[2].main.temp: expected a number, in line 4: {"main":{"temp":"mild"}}"#
                expect(desk.arrivals.count) == 1
            }

            it("is a value that a recording keeps, and says its kind and whether it passes") {
                struct Known {
                    let reason: RequestError.Reason, kind: RequestError.Kind, isPassing: Bool
                    init(_ reason: RequestError.Reason, _ kind: RequestError.Kind, passes isPassing: Bool = false) {
                        (self.reason, self.kind, self.isPassing) = (reason, kind, isPassing)
                    }
                }
                func status(_ status: Int) -> RequestError.Reason {
                    .status(BadStatus(status, body: "why", retryAfter: .seconds(3)))
                }
                struct Answer: Decodable { let count: Int }
                let json = Data(#"{"count": "many"}"#.utf8)
                var problem: DecodingProblem?
                do { _ = try JSONDecoder().decode(Answer.self, from: json) } catch { problem = .init(error, in: json) }
                let known: [Known] = [
                    Known(.noNetwork, .connection, passes: true), Known(.brokenAnswer, .connection, passes: true),
                    Known(.unknownHost("a"), .connection, passes: true),
                    Known(.noConnection(host: "a"), .connection, passes: true),
                    Known(.timedOut(.silence, after: .seconds(1)), .timeLimit, passes: true),
                    Known(.timedOut(.total, after: .milliseconds(1_500)), .timeLimit, passes: true),
                    Known(status(401), .login), Known(status(403), .refused), Known(status(422), .refused),
                    Known(status(404), .missing), Known(status(410), .missing),
                    Known(status(408), .timeLimit, passes: true),
                    Known(status(409), .conflict), Known(status(412), .conflict),
                    Known(status(423), .busy, passes: true), Known(status(425), .busy, passes: true),
                    Known(status(429), .busy, passes: true), Known(status(503), .busy, passes: true),
                    Known(status(502), .server, passes: true), Known(status(304), .server),
                    Known(.tooLarge(limit: 7), .answer), Known(problem.map { .undecodable($0) } ?? .cancelled, .answer),
                    Known(.badAddress, .request), Known(.unencodable("x"), .request), Known(.notWritten("x"), .file),
                    Known(.notAuthenticated("x"), .login), Known(.loginEnded, .login), Known(.cancelled, .cancelled),
                ]
                for known in known {
                    let error = RequestError(known.reason, request: "GET https://a/b?key=•••", attempts: 2)
                    expect(try JSONDecoder().decode(RequestError.self, from: JSONEncoder().encode(error))) == error
                    expect(error.kind).to(equal(known.kind), description: "\(error)")
                    expect(error.isPassing).to(equal(known.isPassing), description: "\(error)")
                    let delay: Duration? = if case .status = known.reason { .seconds(3) } else { nil }
                    expect(error.retryAfter == delay).to(beTrue(), description: "\(error)")
                }
            }

            it("says whether the server may have acted on the request") {
                func mayBeDone(_ reason: RequestError.Reason, attempts: Int = 1) -> Bool {
                    RequestError(reason, request: "PUT https://a/b", attempts: attempts).mayBeDone
                }
                let done: [RequestError.Reason] = [
                    .noConnection(host: "a"), .brokenAnswer, .timedOut(.silence, after: .seconds(1)),
                    .tooLarge(limit: 7),
                    .notWritten("x"), .cancelled, .status(BadStatus(200)), .status(BadStatus(408)),
                    .status(BadStatus(500)), .status(BadStatus(502)), .status(BadStatus(504)),
                ]
                let undone: [RequestError.Reason] = [
                    .noNetwork, .unknownHost("a"), .badAddress, .unencodable("x"), .notAuthenticated("x"), .loginEnded,
                    .status(BadStatus(304)), .status(BadStatus(403)), .status(BadStatus(409)), .status(BadStatus(423)),
                    .status(BadStatus(429)), .status(BadStatus(503)), .status(BadStatus(507)),
                ]
                for reason in done { expect(mayBeDone(reason)).to(beTrue(), description: "\(reason)") }
                for reason in undone { expect(mayBeDone(reason)).to(beFalse(), description: "\(reason)") }
                // An attempt before it was not answered.
                expect(mayBeDone(.status(BadStatus(403)), attempts: 2)) == true
                expect(mayBeDone(.cancelled, attempts: 0)) == false
            }

            it("may be what the request finds in a good answer") {
                struct Ping: Request {
                    typealias Answer = Void
                    var path: String { "/" }
                    func decode(_ response: Response) throws {
                        throw RequestError.Reason.status(BadStatus(404, body: "not here"))
                    }
                }
                let desk = Desk { _, _, _ in Response() }
                expect(desk.outcome(of: Ping())?.failure?.reason) == .status(BadStatus(404, body: "not here"))
            }

            it("tells that an address or a body cannot be used, before anything is sent") {
                struct Broken: Request {
                    typealias Answer = Void
                    var path: String { "/" }
                    var body: RequestBody? { get throws { try .json(Double.nan) } }
                }
                for address in ["ftp://example.org", "file:///tmp", "example", "http://", "http:example"] {
                    let desk = Desk(address: address) { _, _, _ in Response() }
                    expect(desk.outcome(of: GetText())?.failure?.reason).to(equal(.badAddress), description: address)
                    expect(desk.arrivals.count) == 0
                }
                let desk = Desk { _, _, _ in Response() }
                expect(desk.outcome(of: Broken())?.failure?.reason.kind) == "unencodable"
                expect(desk.arrivals.count) == 0
            }
        }

        describe("N2: a secret") {
            let key = #"5ec/2e7 "ü"#
            let token = "t0k3n+/="
            /// All the ways in which a server may repeat a secret.
            @Sendable func spellings(_ secret: String) -> [String] {
                let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."\u{7E}"))
                let encoded = secret.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
                let json = String(decoding: (try? JSONEncoder().encode(secret)) ?? Data(), as: UTF8.self)
                return [secret, encoded, String(json.dropFirst().dropLast())]
            }
            /// Not even a part of a secret is there, however the rest of it is spelt.
            func hides(_ text: String) -> Bool { ["5ec", "2e7", "t0k3n"].allSatisfy { !text.contains($0) } }

            /// All the ways in which a value is commonly written down.
            func everything<Value>(about value: Value) -> String {
                var dumped = ""
                dump(value, to: &dumped)
                let asError = (value as? any Error).map { "\($0.localizedDescription) \($0 as NSError)" } ?? ""
                return "\(value) \(String(reflecting: value)) \(dumped) \(asError)"
            }

            it("is shown by nothing that contains it") {
                let login = Authentication(Secret(token)) { _ in Secret(token) }
                var settings = ClientSettings()
                settings.query = [.secret("key", Secret(key))]
                settings.headers = [.secret("X-Key", Secret(key)), HTTPHeader("Cookie", key)]
                let client = Client(
                    URL(fileURLWithPath: "/").asHTTP,
                    settings: settings,
                    authentication: login
                )
                let body = RequestBody.form([.secret("password", Secret(key))])
                let request = GetText(query: settings.query, headers: settings.headers, content: body)
                let values: [Any] = [
                    Secret(key), settings, login, client, body, request, settings.query[0], settings.headers[1],
                    HTTPRequest(.get, URL(fileURLWithPath: "/").asHTTP, headers: settings.headers, body: body.data),
                ]
                for value in values { expect(hides(everything(about: value))).to(beTrue(), description: "\(value)") }
            }

            it("is in no error and in no line of a log, whatever goes wrong, even where the server repeats it") {
                let echo = spellings(key).joined(separator: " ") + spellings(token).joined(separator: ",")
                let json = #"{"name":"\#(spellings(key)[2])"}"#
                let answers: [@Sendable () throws -> Response] = [
                    { Response(401, text: echo) }, { Response(404, text: echo) }, { Response(503, text: echo) },
                    { Response(302, headers: [HTTPHeader("Location", "/x?key=\(spellings(key)[1])")], text: echo) },
                    { Response(json: json) }, { Response(json: echo) },
                    { throw RequestError.Reason.brokenAnswer },
                ]
                struct Named: Request {
                    typealias Answer = [String: Int]
                    let key: String
                    var path: String {
                        "/named/" + (key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
                    }
                    var query: [QueryItem] { [QueryItem("q", "Paris"), .secret("key", Secret(key))] }
                }
                for answer in answers {
                    let login = Authentication(Secret(token)) { _ in
                        throw RequestError.Reason.status(BadStatus(403, body: echo))
                    }
                    let desk = Desk(
                        {
                            $0.retry.times = 1
                            $0.headers = [.secret("X-Key", Secret(key))]
                        },
                        authentication: login
                    ) { _, _, _ in try answer() }
                    let error = desk.outcome(of: Named(key: key))?.failure
                    expect(error).notTo(beNil())
                    expect(hides(everything(about: error!) + error!.message + error!.description)).to(
                        beTrue(),
                        description: error!.description
                    )
                    expect(hides(desk.log.joined(separator: "\n"))).to(beTrue(), description: "\(desk.log)")
                    expect(error?.request).to(contain("?q=Paris&key=•••"))
                    expect(desk.arrivals.first?.request.url.query).to(contain("key=5ec%2F2e7%20%22%C3%BC"))
                }
            }

            it("is not told by its first half, where the body is cut") {
                // Not a divisor of the length at which the body is cut, so that one of many is cut in two.
                let secret = String(repeating: "0123456789", count: 4) + "0123456"
                for length in [960, 990, 999, 1000, 1001] {
                    let text = String(repeating: "x", count: length) + secret + String(repeating: "y", count: 9000)
                    for answer in [text, String(repeating: secret, count: 400) + "z"] {
                        let desk = Desk {
                            $0.headers = [.secret("X-Key", Secret(secret))]
                        } answer: { _, _, _ in
                            Response(404, text: answer)
                        }
                        guard case .status(let status) = desk.outcome(of: GetText())?.failure?.reason else {
                            return fail("none")
                        }
                        expect(status.body.contains("0123")).to(beFalse(), description: "\(length)")
                    }
                }
            }

            it("of no length hides nothing") {
                let desk = Desk {
                    $0.headers = [.secret("X-Key", Secret(""))]
                } answer: { _, _, _ in
                    Response(404, text: "abc")
                }
                expect(desk.outcome(of: GetText())?.failure?.reason) == .status(BadStatus(404, body: "abc"))
            }
        }
    }
}
