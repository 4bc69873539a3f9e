import MillraceSpecs

@testable import MillraceNetwork

final class BasicLoginSpec: Spec {
    func testSpec() {
        describe("a login with a name and a password") {
            it("is a secret header, of UTF-8 in Base64") {
                // The example of RFC 7617, 2.
                let header = HTTPHeader.basic(user: "Aladdin", password: Secret("open sesame"))
                expect(header?.name) == "Authorization"
                expect(header?.value) == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
                expect(header?.isSecret) == true
                expect(header.map { "\($0)" }) == "Authorization: •••"
                // And that of 2.1.
                expect(HTTPHeader.basic(user: "test", password: Secret("123£"))?.value) == "Basic dGVzdDoxMjPCow=="
            }

            it("may have a colon in the password, and an empty name") {
                expect(HTTPHeader.basic(user: "", password: Secret("a:b"))?.value) == "Basic OmE6Yg=="
            }

            it("is none where it cannot be told apart, or sent") {
                for user in ["a:b", "a:\u{301}b", "a\n", "\u{7F}"] {
                    expect(HTTPHeader.basic(user: user, password: Secret("x"))).to(beNil(), description: user)
                }
                expect(HTTPHeader.basic(user: "ada", password: Secret("a\tb"))).to(beNil())
            }

            it("is in no error, neither as it was sent nor as a server has read it") {
                let header = HTTPHeader.basic(user: "ada", password: Secret("sesame: open"))
                let desk = Desk { settings in
                    settings.headers = [header].compactMap(\.self)
                } answer: { _, request, _ in
                    let sent = request.headers["Authorization"] ?? ""
                    return Response(403, text: "\(sent): ada may not enter with sesame: open")
                }
                guard case .status(let status) = desk.outcome(of: GetText())?.failure?.reason else {
                    return fail("no status")
                }
                expect(status.body) == "•••: ada may not enter with •••"
            }
        }
    }
}
