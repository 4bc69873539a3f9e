import Foundation
import LoopbackHTTP
import MillraceSpecs

final class LoopbackServerSpec: Spec {
    func testSpec() {
        var server: LoopbackServer!

        afterEach { server?.stop() }

        let head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: application/json; charset=utf-8\r\n\r\n"

        /// A server that answers with the last letter of the path, twice.
        func echo() throws -> LoopbackServer {
            try LoopbackServer { .answer(200, String(repeating: String($0.path.suffix(1)), count: 2)) }
        }

        describe("a connection") {
            it("serves one request after the other, also where they come at once") {
                server = try echo()
                let client = try WireClient(port: server.port)
                for letter in ["a", "b"] {
                    try client.send("GET /\(letter) HTTP/1.1\r\n\r\n")
                    expect(try client.receive(head.utf8.count + 2)).to(equal(head + letter + letter))
                }
                try client.send("GET /c HTTP/1.1\r\n\r\nGET /d HTTP/1.1\r\nConnection: close\r\n\r\n")
                expect(try client.rest()).to(equal(head + "cc" + head + "dd"))
            }

            it("is closed behind an answer, where the client or the reply wants that") {
                server = try LoopbackServer { $0.path == "/raw" ? .raw("raw") : .answer(200, "{}") }
                for (request, reply) in [
                    ("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", head + "{}"),
                    ("GET / HTTP/1.0\r\n\r\n", head + "{}"),
                    ("GET /raw HTTP/1.1\r\n\r\n", "raw"),
                ] {
                    let client = try WireClient(port: server.port)
                    try client.send(request)
                    expect(try client.rest()).to(equal(reply))
                }
            }

            it("is refused what is no request, and closed, however much more the client sends") {
                server = try echo()
                let client = try WireClient(port: server.port)
                try client.send("no request\r\n\r\n" + String(repeating: "x", count: 50_000))
                expect(try client.rest()).to(contain("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n"))
            }

            it("is broken off where the reply says so") {
                server = try LoopbackServer { _ in Reply(.reset) }
                let client = try WireClient(port: server.port)
                try client.send("GET / HTTP/1.1\r\n\r\n")
                expect { try client.rest() }.to(
                    throwError(WireClient.Failure.self) { expect($0.code).to(equal(ECONNRESET)) }
                )
            }

            it("does not hold up another") {
                server = try LoopbackServer { $0.path == "/held" ? Reply(.hold, .send([65])) : .raw("quick") }
                let clients = try (0..<20).map { _ in try WireClient(port: server.port) }
                for client in clients { try client.send("GET /held HTTP/1.1\r\n\r\n") }
                let quick = try WireClient(port: server.port)
                try quick.send("GET / HTTP/1.1\r\n\r\n")
                expect(try quick.rest()).to(equal("quick"))
                server.stop()
                for client in clients { expect(try client.rest()).to(equal("")) }
            }

            it("takes a long answer as fast as the client reads it") {
                let body = String(repeating: "0123456789", count: 500_000)
                server = try LoopbackServer { _ in .raw(body) }
                let client = try WireClient(port: server.port)
                try client.send("GET / HTTP/1.1\r\n\r\n")
                expect(try client.rest() == body).to(equal(true))
            }
        }

        describe("what is held") {
            beforeEach { server = try LoopbackServer { _ in Reply(.send([65]), .hold, .send([66])) } }

            /// A client whose answer is held.
            func held() throws -> WireClient {
                let client = try WireClient(port: server.port)
                try client.send("GET / HTTP/1.1\r\n\r\n")
                expect(try client.receive(1)).to(equal("A"))
                return client
            }

            it("goes on when it is released") {
                let clients = try [held(), held()]
                server.releaseHeld()
                for client in clients { expect(try client.rest()).to(equal("B")) }
            }

            it("waits for a release of its own") {
                server.releaseHeld()
                let client = try held()
                server.stop()
                expect(try client.rest()).to(equal(""))
            }
        }

        describe("what happens") {
            it("is told to each who listens, in order") {
                server = try LoopbackServer { _ in Reply(.hold, .send([65])) }
                let (streams, arrivals) = ([server.events(), server.events()], server.events())
                var client = try WireClient(port: server.port) as WireClient?
                try client?.send("GET /1 HTTP/1.1\r\n\r\n")
                _ = await arrivals.first(where: { _ in true })
                client = nil
                for events in streams {
                    var seen: [String] = []
                    for await event in events {
                        guard case .received(let request) = event else {
                            expect(event.isAbandoned).to(equal(true))
                            break
                        }
                        seen.append("\(request)")
                    }
                    expect(seen).to(equal(["GET /1"]))
                }
            }

            it("ends with the server") {
                server = try echo()
                let events = server.events()
                let client = try WireClient(port: server.port)
                try client.send("GET /a HTTP/1.1\r\nConnection: close\r\n\r\n")
                expect(try client.rest()).to(equal(head + "aa"))
                server.stop()
                let kinds = await events.reduce(into: [Bool]()) { $0.append($1.isAnswered) }
                expect(kinds).to(equal([false, true]))
                await expect { await server.events().first(where: { _ in true }) }.to(beNil())
            }
        }

        describe("a server") {
            it("lets go of its port when it is stopped, and may be stopped twice") {
                server = try echo()
                let port = server.port
                _ = try WireClient(port: port)
                server.stop()
                server.stop()
                expect { try WireClient(port: port) }.to(throwError(WireClient.Failure.self))
            }

            it("does so too when it is released") {
                let (port, events) = try { () throws in
                    let server = try echo()
                    return (server.port, server.events())
                }()
                await expect { await events.first(where: { _ in true }) }.to(beNil())
                expect { try WireClient(port: port) }.to(throwError(WireClient.Failure.self))
            }

            it("has an address for this machine") {
                server = try echo()
                expect(server.baseURL.absoluteString).to(equal("http://127.0.0.1:\(server.port)"))
            }
        }
    }
}
