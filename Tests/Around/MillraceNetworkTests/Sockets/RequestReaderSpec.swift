import MillraceSpecs

@testable import LoopbackHTTP

final class RequestReaderSpec: Spec {
    func testSpec() {
        /// The requests in a text that comes in pieces of so many bytes, and the status of what is refused.
        func read(_ text: String, pieces: Int = .max) -> (requests: [ReceivedRequest], refusal: Int?) {
            var (reader, requests) = (RequestReader(), [ReceivedRequest]())
            var rest = Array(text.utf8)[...]
            do throws(RequestReader.Refusal) {
                while !rest.isEmpty {
                    reader.append(rest.prefix(pieces))
                    rest = rest.dropFirst(pieces)
                    while let request = try reader.next() { requests.append(request) }
                }
                return (requests, nil)
            } catch {
                return (requests, error.status)
            }
        }

        describe("a request") {
            let text = "GET /a%20b?q=x%26y+z&q=2&flag HTTP/1.1\r\nHost: here\r\nX-Y:  \tz \r\n\r\n"

            it("is read with its target and its headers, in whatever pieces it comes") {
                for pieces in [1, 2, 7, .max] {
                    let (requests, refusal) = read(text, pieces: pieces)
                    expect(refusal).to(beNil())
                    expect(requests.map(\.method)).to(equal(["GET"]))
                    expect(requests.map(\.path)).to(equal(["/a b"]))
                    expect(requests.map(\.query)).to(equal([["q": "x&y z", "flag": ""]]))
                    expect(requests.map(\.headers)).to(equal([["host": "here", "x-y": "z"]]))
                }
            }

            it("may follow another at once, and have a body") {
                let both = "POST /1 HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello" + text
                for pieces in [1, 3, .max] {
                    let requests = read(both, pieces: pieces).requests
                    expect(requests.map { "\($0)" }).to(equal(["POST /1", "GET /a b"]))
                    expect(requests.first?.body).to(equal(Array("hello".utf8)))
                }
            }

            it("keeps the connection as its version and its header say") {
                func keeps(_ version: String, _ headers: String) -> Bool? {
                    read("GET / \(version)\r\n\(headers)\r\n").requests.first?.keepsConnection
                }
                expect(keeps("HTTP/1.1", "")).to(equal(true))
                expect(keeps("HTTP/1.1", "Connection: Close\r\n")).to(equal(false))
                expect(keeps("HTTP/1.0", "")).to(equal(false))
                expect(keeps("HTTP/1.0", "Connection: Keep-Alive\r\n")).to(equal(true))
            }
        }

        describe("what is no good request") {
            it("is refused with the status that fits") {
                let cases = [
                    "GET /\r\n\r\n": 400, "GET  / HTTP/1.1\r\n\r\n": 400, " / HTTP/1.1\r\n\r\n": 400,
                    "GET x HTTP/1.1\r\n\r\n": 400, "GET / HTTP/2\r\n\r\n": 505, "\u{16}\u{3}\u{1}": 400,
                    "GET / HTTP/1.1\r\nno colon\r\n\r\n": 400, "GET / HTTP/1.1\r\n: x\r\n\r\n": 400,
                    "GET / HTTP/1.1\r\nA : x\r\n\r\n": 400, "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n": 400,
                    "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n": 400,
                    "GET / HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n": 413,
                    "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n": 501,
                ]
                for (text, status) in cases {
                    let (requests, refusal) = read(text)
                    expect(requests).to(beEmpty(), description: text)
                    expect(refusal).to(equal(status), description: text)
                }
            }

            it("is refused where its head does not end") {
                let long = "GET /" + String(repeating: "x", count: RequestReader.longestHead)
                expect(read(long, pieces: 1000).refusal).to(equal(431))
                expect(read(long + " HTTP/1.1\r\n\r\n").refusal).to(equal(431))
            }
        }
    }
}
