import MillraceSpecs

@testable import MillraceInspector

/// Who is let in.
final class FollowGateSpec: Spec {
    private func answer(
        _ target: String,
        _ headers: String...,
        method: String = "GET",
        host: String? = "127.0.0.1:99"
    ) -> String {
        let lines = ["\(method) \(target) HTTP/1.1"] + (host.map { ["Host: \($0)"] } ?? []) + headers
        do throws(RequestHead.Refusal) {
            let head = try RequestHead.read(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
            guard let head else { return "not whole" }
            return "\(try FollowGate(port: 99, token: "0a1b").answer(to: head))"
        } catch {
            return "\(error.rawValue)"
        }
    }

    func testSpec() {
        describe("the gate") {
            it("lets in who has the token") {
                expect(self.answer("/?token=0a1b")) == "page"
                expect(self.answer("/?token=0a1b", host: "LocalHost:99")) == "page"
                expect(self.answer("/?token=0a1b", "Sec-Fetch-Site: none")) == "page"
                expect(self.answer("/events?token=0a1b", "Origin: http://127.0.0.1:99", "Sec-Fetch-Site: same-origin"))
                    == "events(after: 0)"
                expect(self.answer("/events?token=0a1b", "Last-Event-ID: 512")) == "events(after: 512)"
            }

            it("refuses a wrong token, or none") {
                for target in [
                    "/", "/?token=", "/?token=0a1c", "/?token=0a1", "/?token=0a1b0", "/events", "/?Token=0a1b",
                    "/?token=%30a1b",
                ] {
                    expect(self.answer(target)).to(equal("403"), description: target)
                }
            }

            it("refuses other names for this machine, and other machines") {
                for host in ["evil.example:99", "127.0.0.1", "127.0.0.1:98", "localhost:99.evil.example", ""] {
                    expect(self.answer("/?token=0a1b", host: host)).to(equal("403"), description: host)
                }
                expect(self.answer("/?token=0a1b", host: nil)) == "400"
                expect(self.answer("/?token=0a1b", "Host: 127.0.0.1:99")) == "400"
            }

            it("refuses what a foreign page asks for") {
                expect(self.answer("/?token=0a1b", "Origin: http://evil.example")) == "403"
                expect(self.answer("/?token=0a1b", "Origin: null")) == "403"
                for site in ["cross-site", "same-site", ""] {
                    expect(self.answer("/?token=0a1b", "Sec-Fetch-Site: \(site)")) == "403"
                }
            }

            it("answers GET, and knows two paths") {
                for method in ["POST", "PUT", "OPTIONS", "HEAD", "get"] {
                    expect(self.answer("/?token=0a1b", method: method)) == "405"
                }
                expect(self.answer("/favicon.ico?token=0a1b")) == "404"
                expect(self.answer("//?token=0a1b")) == "404"
                for place in ["-1", "x", "1e3", "99999999999999999999"] {
                    expect(self.answer("/events?token=0a1b", "Last-Event-ID: \(place)")) == "400"
                }
            }
        }
    }
}
