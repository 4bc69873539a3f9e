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

        /// Why the transport itself does not send a request.
        func reason(_ request: HTTPRequest) async -> RequestError.Reason? {
            let receiver = AnswerReceiver(onHead: { _ in true }, onPiece: { _ in true })
            do throws(RequestError.Reason) {
                try await URLSessionTransport().send(request, to: receiver)
                return nil
            } catch {
                return error
            }
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

            it("has the same bytes for equal values, whatever order their keys have") {
                let names = (0..<20).map { "name \($0)" }
                let bodies = (0..<20).map { count in
                    // The order of the keys depends on how the dictionary came to be.
                    var values = Dictionary(uniqueKeysWithValues: names.shuffled().map { ($0, 1) })
                    values.reserveCapacity(1 << (count % 10))
                    return try? RequestBody.json(values).data
                }
                expect(Set(bodies)).to(haveCount(1))
            }

            it("has everything of its path in its path") {
                let paths = [
                    "/a#b": "/a%23b", "/a?b=c": "/a%3Fb=c", "/a b/ü": "/a%20b/%C3%BC", "/a%2Fb%c3": "/a%2Fb%c3",
                    "/50%": "/50%25", "/%zz%": "/%25zz%25",
                    #"/a\b|c^`[]{}"<>"#: "/a%5Cb%7Cc%5E%60%5B%5D%7B%7D%22%3C%3E",
                    "/!$&'()*+,;=:@-._~": "/!$&'()*+,;=:@-._~", "": "", "//x": "//x", "/...": "/...",
                    "/rooms/\("a/b?c#d%e f".pathComponent)": "/rooms/a%2Fb%3Fc%23d%25e%20f",
                ]
                for (path, sent) in paths {
                    expect(arrival(GetText(path: path))?.url.absoluteString)
                        == "https://example.org/api\(sent)?lang=de"
                }
            }

            it("does not lead out of its path, nor into the head") {
                func failure(_ request: some Request) -> RequestError? {
                    let desk = Desk { _, _, _ in Response() }
                    let failure = desk.outcome(of: request)?.failure
                    expect(desk.arrivals).to(beEmpty())
                    return failure
                }
                for path in ["/..", "../x", "/a/../b", "/a/.", "/%2e%2E/b", "/.%2e", "/\("..".pathComponent)/x"] {
                    let error = failure(GetText(path: path))
                    expect(error?.message).to(contain("which leads elsewhere. To fix:"), description: path)
                }
                for path in ["/a\r\nX-Admin: 1", "/a\nb", "/a\0b", "/\u{7F}"] {
                    let error = failure(GetText(path: path))
                    expect(error?.message).to(contain("control character. To fix:"), description: path)
                    expect(error?.description.contains("\n")) == false
                }
                for name in ["GET / HTTP/1.1\r\nX-Admin: 1\r\n", "", "G T", "GÉT", "GET\0"] {
                    let error = failure(GetText(method: HTTPMethod(name)))
                    expect(error?.reason.kind) == "unencodable"
                    expect(error?.message).to(contain("is none. To fix:"))
                    expect(error?.description.contains("\r\n")) == false
                }
                await expect {
                    await reason(HTTPRequest(HTTPMethod("A\r\nB"), URL(fileURLWithPath: "/").asHTTP))?.kind
                } == "unencodable"
            }

            it("sends a file") {
                let file = FileManager.default.temporaryDirectory.appendingPathComponent(
                    "millrace-\(UUID().uuidString)"
                )
                try Data("content".utf8).write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                let arrived = arrival(GetText(method: .put, content: try .file(file, contentType: "text/plain")))
                expect(arrived?.body) == Data("content".utf8)
                expect(arrived?.bodyFile) == file
                expect(arrived?.bodySize) == 7
                expect { try RequestBody.file(file.appendingPathExtension("missing")) }.to(throwError())
                expect { try RequestBody.file(file.deletingLastPathComponent()) }.to(throwError())
                let gone = GetText(method: .put, content: try .file(file))
                try FileManager.default.removeItem(at: file)
                expect(arrival(gone)?.body).to(beNil())
                let client = Client(URL(fileURLWithPath: "/").asHTTP)
                await expect { await client.outcome(of: gone).failure?.reason }
                    == .unencodable("the file of its body has changed, or cannot be read")
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
                    "GET https://example.org/b (3): The server's answer broke off, or is damaged.; "
                        + "again in 1 second",
                    "GET https://example.org/b (4): sent",
                    "GET https://example.org/b (4): answered with 404, 7 bytes",
                    "GET https://example.org/api/a (4): failed: status 404: nothing",
                ]
            }
        }
    }
}
