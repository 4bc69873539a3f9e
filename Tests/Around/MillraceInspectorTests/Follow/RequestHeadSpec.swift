import MillraceSpecs

@testable import MillraceInspector

final class RequestHeadSpec: Spec {
    private func status(_ text: String) -> Int? {
        do throws(RequestHead.Refusal) {
            return try RequestHead.read(Array(text.utf8)) == nil ? nil : 200
        } catch {
            return error.rawValue
        }
    }

    func testSpec() {
        describe("a request's head") {
            it("is read once it is whole") {
                let text = "GET /events?token=a%20b&x HTTP/1.1\r\nHost: one\r\nLAST-Event-ID:\t7 \r\n\r\nrest"
                // A character may be more than a byte: a line end is one.
                for length in 0..<(text.utf8.count - 4) {
                    expect(try RequestHead.read(Array(text.utf8.prefix(length)))).to(beNil())
                }
                let head = try RequestHead.read(Array(text.utf8))
                expect(head?.method) == "GET"
                expect(head?.path) == "/events"
                expect(head?.query("token")) == "a%20b"
                expect(head?.query("x")).to(beNil())
                expect(head?.values(of: "last-event-id")) == ["7"]
            }

            it("is refused where it is none") {
                for text in [
                    "GET / HTTP/2\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET http://x/ HTTP/1.1\r\n\r\n",
                    "GET /\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n",
                    "GET / HTTP/1.1\r\n folded: x\r\n\r\n",
                    "GET / HTTP/1.1\r\nA: b\nHost: c\r\n\r\n", "GET / HTTP/1.1\r\nA: \u{0}\r\n\r\n", "\u{16}\u{3}\u{1}",
                    "GET / HTTP/1.1\r\n: x\r\n\r\n",
                ] {
                    expect(self.status(text)).to(equal(400), description: text.debugDescription)
                }
            }

            it("has a longest line and a longest head") {
                let long = String(repeating: "a", count: 40_000)
                expect(self.status("GET /\(long)")) == 414
                expect(self.status("GET /\(long) HTTP/1.1\r\n\r\n")) == 414
                expect(self.status("GET / HTTP/1.1\r\nA: \(long)")) == 431
                expect(self.status("GET / HTTP/1.1\r\nA: \(long)\r\n\r\n")) == 431
            }
        }
    }
}
