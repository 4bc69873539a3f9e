import Foundation
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class RequestSpec: Spec {
    func testSpec() {
        /// What arrives of a request.
        func arrival(_ request: some Request, _ address: String = "https://example.org/api") -> HTTPRequest? {
            let desk = Desk(
                {
                    $0.headers = [HTTPHeader("Accept", "application/json"), HTTPHeader("X-App", "1")]
                    $0.query = [QueryItem("lang", "de")]
                },
                address: address
            ) { _, _, _ in Response() }
            _ = desk.outcome(of: request)
            return desk.arrivals.first?.request
        }

        describe("a request") {
            it("goes below the client's address, with what the client adds") {
                let request = GetText(query: [QueryItem("q", "a b+ü&#=?"), QueryItem("none", nil)])
                let arrived = arrival(request)
                expect(arrived?.url.absoluteString)
                    == "https://example.org/api/text?q=a%20b%2B%C3%BC%26%23%3D%3F&lang=de"
                expect(arrived?.headers["accept"]) == "application/json"
                expect(arrived?.body).to(beNil())
                for address in ["http://h:8080/p%20q", "http://h:8080/p%20q/", "http://h:8080/p%20q/?a=b#c"] {
                    expect(arrival(GetText(path: "x/y"), address)?.url.absoluteString)
                        == "http://h:8080/p%20q/x/y?lang=de"
                }
            }

            it("has its own headers in place of the client's") {
                let arrived = arrival(GetText(headers: [HTTPHeader("ACCEPT", "text/plain")]))
                expect(arrived?.headers.map(\.description)) == ["X-App: 1", "ACCEPT: text/plain"]
            }

            it("cannot add a header in the value of another") {
                let arrived = arrival(
                    GetText(headers: [HTTPHeader("X-Name", "a\r\nX-Admin: 1"), HTTPHeader("A:\r\nB", "1")])
                )
                expect(arrived?.headers["X-Name"]) == "a  X-Admin: 1"
                expect(arrived?.headers["AB"]) == "1"
            }

            it("has a body with its kind") {
                struct Note: Encodable { let text: String }
                let json = arrival(GetText(method: .put, content: try .json(Note(text: "hi"))))
                expect(json?.body) == Data(#"{"text":"hi"}"#.utf8)
                expect(json?.headers["Content-Type"]) == "application/json"
                let form = arrival(
                    GetText(method: .post, content: .form([QueryItem("a b", "c&d"), QueryItem("e", "")]))
                )
                expect(form?.body) == Data("a%20b=c%26d&e=".utf8)
                expect(form?.headers["Content-Type"]) == "application/x-www-form-urlencoded"
                let own = GetText(
                    headers: [HTTPHeader("Content-Type", "text/x")],
                    content: RequestBody(Data(), contentType: "y")
                )
                expect(arrival(own)?.headers["Content-Type"]) == "text/x"
            }

            it("sends a file") {
                let file = FileManager.default.temporaryDirectory.appendingPathComponent(
                    "millrace-\(UUID().uuidString)"
                )
                try Data("content".utf8).write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                let arrived = arrival(GetText(method: .put, content: try .file(file, contentType: "text/plain")))
                expect(arrived?.body) == Data("content".utf8)
                expect { try RequestBody.file(file.appendingPathExtension("missing")) }.to(throwError())
            }

            it("reads JSON, bytes, the response, or nothing") {
                struct Named: Request {
                    struct Answer: Decodable, Equatable { let name: String }
                    var path: String { "/" }
                }
                struct Bytes: Request {
                    typealias Answer = Data
                    var path: String { "/" }
                }
                struct Whole: Request {
                    typealias Answer = Response
                    var path: String { "/" }
                }
                func desk() -> Desk { Desk { _, _, _ in Response(201, json: #"{"name":"Paris"}"#) } }
                expect(desk().outcome(of: Named())?.success) == Named.Answer(name: "Paris")
                expect(desk().outcome(of: Bytes())?.success) == Data(#"{"name":"Paris"}"#.utf8)
                expect(desk().outcome(of: Whole())?.success?.status) == 201
                expect(desk().outcome(of: PostText())?.failure).to(beNil())
            }
        }

        describe("a log") {
            it("tells what happens, in one line each") {
                let desk = Desk { _, request, number in
                    switch number {
                    case 1: Response(503, headers: [HTTPHeader("Retry-After", "2")])
                    case 2: Response(302, headers: [HTTPHeader("Location", "/b")])
                    case 3: throw RequestError.Reason.brokenAnswer
                    default: Response(404, text: "nothing")
                    }
                }
                _ = desk.outcome(of: GetText(path: "/a"))
                expect(desk.log) == [
                    "GET https://example.org/api/a (1): sent",
                    "GET https://example.org/api/a (1): answered with 503, 0 bytes",
                    "GET https://example.org/api/a (1): status 503; again in 2 seconds",
                    "GET https://example.org/api/a (2): sent",
                    "GET https://example.org/api/a (2): answered with 302, 0 bytes",
                    "GET https://example.org/api/a (2): redirected to https://example.org/b",
                    "GET https://example.org/b (3): sent",
                    "GET https://example.org/b (3): broken-answer: The server's answer broke off, or is damaged.; "
                        + "again in 1 second",
                    "GET https://example.org/b (4): sent",
                    "GET https://example.org/b (4): answered with 404, 7 bytes",
                    "GET https://example.org/api/a (4): failed: status 404: nothing",
                ]
            }
        }
    }
}
