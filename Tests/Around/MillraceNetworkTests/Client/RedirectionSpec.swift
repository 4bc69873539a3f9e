import Foundation
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class RedirectionSpec: Spec {
    func testSpec() {
        /// Sends a request that is redirected, and returns what arrives.
        func arrivals(
            _ request: GetText = GetText(),
            status: Int = 302,
            to target: String,
            limit: Int = 5
        ) -> [HTTPRequest] {
            let login = Authentication(Secret("token")) { _ in Secret("token") }
            let desk = Desk(
                {
                    $0.redirectionLimit = limit
                    $0.headers = [.secret("X-Key", Secret("key")), HTTPHeader("Accept", "text/plain")]
                    $0.query = [.secret("appid", Secret("key"))]
                },
                authentication: login
            ) { _, _, number in
                number == 1 ? Response(status, headers: [HTTPHeader("Location", target)]) : Response(text: "there")
            }
            _ = desk.outcome(of: request)
            return desk.arrivals.map(\.request)
        }

        describe("a redirection") {
            it("is followed, with everything, to the same host") {
                for target in [
                    "/there", "https://example.org/there", "HTTPS://EXAMPLE.ORG:443/there", "there",
                    "//example.org/there",
                ] {
                    let arrived = arrivals(to: target)
                    expect(arrived.count).to(equal(2), description: target)
                    expect(arrived.last?.url.lastPathComponent) == "there"
                    expect(arrived.last?.headers["Authorization"]) == "Bearer token"
                    expect(arrived.last?.headers["X-Key"]) == "key"
                }
            }

            it("takes no secret to another host, port or scheme") {
                for target in [
                    "https://example.com/there", "https://example.org:444/there", "http://example.org/there",
                    "https://example.org.evil.com/there", "https://example.org@evil.com/there", "//evil.com/there",
                ] {
                    let arrived = arrivals(to: target)
                    expect(arrived.count).to(equal(2), description: target)
                    expect(arrived.last?.headers.map(\.name)).to(equal(["Accept"]), description: target)
                    expect(arrived.last?.url.query).to(beNil())
                }
            }

            it("keeps the method and the body or not, as HTTP says") {
                let body = RequestBody(Data("x".utf8), contentType: "text/plain")
                let cases: [(HTTPMethod, Int, HTTPMethod, Bool)] = [
                    (.post, 301, .get, false), (.post, 302, .get, false), (.post, 303, .get, false),
                    (.post, 307, .post, true), (.post, 308, .post, true), (.put, 302, .put, true),
                    (.put, 303, .get, false), (.head, 303, .head, false), (.get, 301, .get, true),
                ]
                for (method, status, next, keeps) in cases {
                    let arrived = arrivals(GetText(method: method, content: body), status: status, to: "/there")
                    expect(arrived.last?.method).to(equal(next), description: "\(method) \(status)")
                    expect(arrived.last?.body != nil).to(equal(keeps), description: "\(method) \(status)")
                    expect(arrived.last?.headers["Content-Type"] != nil).to(equal(keeps))
                }
            }

            it("does not take a body with a secret to another host") {
                let body = RequestBody.form([.secret("password", Secret("x"))])
                let login = GetText(method: .post, content: body)
                expect(arrivals(login, status: 307, to: "https://evil.com/there").count) == 1
                expect(arrivals(login, status: 307, to: "/there").count) == 2
                expect(arrivals(login, status: 302, to: "https://evil.com/there").last?.body).to(beNil())
            }

            it("is an answer like any other where it leads nowhere, or is not wanted") {
                for target in ["ftp://example.org/", "file:///etc/passwd", "javascript:alert(1)", "http://"] {
                    expect(arrivals(to: target).count).to(equal(1), description: target)
                }
                expect(arrivals(status: 304, to: "/there").count) == 1
                expect(arrivals(to: "/there", limit: 0).count) == 1
            }

            it("in a cycle ends") {
                let desk = Desk { _, _, _ in Response(302, headers: [HTTPHeader("Location", "/text")]) }
                expect(desk.outcome(of: GetText())?.failure?.reason) == .status(BadStatus(302))
                expect(desk.arrivals.count) == 6
            }
        }
    }
}
