import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

/// What only a socket shows, against a server on this machine.
final class SocketFaultSpec: Spec {
    func testSpec() {
        func reason(
            _ reply: Reply,
            _ change: (inout ClientSettings) -> Void = { _ in }
        ) async throws -> RequestError.Reason? {
            try await LoopbackServer.outcome(of: reply, change).failure?.reason
        }

        describe("a connection") {
            it("that breaks before, within or instead of an answer is an error") {
                var halfWay = Reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhalf of the")
                halfWay.steps.append(.reset)
                let replies: [Reply] = [
                    Reply(), Reply(.reset), halfWay,
                    .raw("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhalf of the"),
                    .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n500\r\nhalf of the"),
                    .raw("HTTP/1.1 200"), .raw("220 smtp.example.org ESMTP\r\n"), .raw("\r\n\r\n"),
                    .raw("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nx"),
                ]
                for reply in replies {
                    let reason = try await reason(reply)
                    expect(reason).to(equal(.brokenAnswer), description: "\(reply)")
                }
            }

            it("that breaks is made again, and the answer is whole then") {
                let count = Locked(0)
                let server = try LoopbackServer { _ in
                    let number = count.withLock { count in
                        count += 1
                        return count
                    }
                    var broken = Reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello")
                    broken.steps.append(.reset)
                    return number < 3 ? broken : .answer(200, "hello world")
                }
                defer { server.stop() }
                let client = server.client { $0.retry = RetryPolicy(times: 2, backoff: .constant(.milliseconds(1))) }
                let meter = TransferMeter()
                await expect { await client.outcome(of: GetText(), meter: meter) } == .success("hello world")
                expect(count.withLock { $0 }) == 3
                expect(meter.progress.received) == 11
            }

            it("cannot be made where nobody listens, and where there is no secure one to be had") {
                let server = try LoopbackServer { _ in .answer(200, "") }
                let secure = Client(URL(string: "https://127.0.0.1:\(server.port)") ?? server.baseURL)
                await expect { await secure.outcome(of: PostText()).failure?.reason }
                    == .noConnection(host: "127.0.0.1")
                server.stop()
                await expect { await server.client().outcome(of: GetText()).failure?.reason }
                    == .noConnection(host: "127.0.0.1")
            }

            it("cannot be made where no way leads to the host") {
                Proxies.ignore()
                // The address of all machines of a network, to which TCP cannot connect, with or without a network.
                let client = Client(URL(string: "http://255.255.255.255") ?? URL(fileURLWithPath: "/"))
                await expect { await client.outcome(of: PostText()).failure?.reason }
                    == .noConnection(host: "255.255.255.255")
            }

            it("cannot be made to a host that has no address") {
                // RFC 6761 reserves this name: it has no address, with or without a network.
                Proxies.ignore()
                let client = Client(URL(string: "http://server.invalid") ?? URL(fileURLWithPath: "/"))
                await expect { await client.outcome(of: PostText()).failure?.reason } == .unknownHost("server.invalid")
            }
        }

        describe("an answer") {
            it("that is shorter than it says is an error, and one that is longer ends where it says") {
                await expect { try await reason(.raw("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello")) }
                    == .brokenAnswer
                let long = Reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhello")
                await expect { try await LoopbackServer.outcome(of: long) } == .success("hell")
            }

            #if canImport(FoundationNetworking)
            it("whose head Foundation refuses is an error") {
                var latin = Reply.raw("HTTP/1.1 200 OK\r\nX-Name: ")
                latin.steps += [.send([0xFC]), .send(Array("\r\nContent-Length: 2\r\n\r\nok".utf8))]
                for reply in [latin, .raw("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok")] {
                    await expect { try await reason(reply) }.to(equal(.brokenAnswer), description: "\(reply)")
                }
                let bare = Reply.raw("HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok")
                await expect { try await LoopbackServer.outcome(of: bare) } == .success("ok")
            }
            #endif

            it("that drips is ended by the limit of an attempt, and by that of silence if the drops are rare") {
                func drip(_ pause: Duration) -> Reply {
                    var reply = Reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
                    reply.steps += (0..<100_000).flatMap { _ in [.wait(pause), .send([32])] }
                    return reply
                }
                let (short, long) = (Duration.milliseconds(100), Duration.seconds(60))
                await expect {
                    try await reason(drip(.milliseconds(1))) {
                        $0.limits = RequestLimits(attempt: short, silence: long)
                    }
                } == .timedOut(.attempt, after: short)
                await expect {
                    try await reason(drip(.seconds(30))) { $0.limits = RequestLimits(attempt: long, silence: short) }
                } == .timedOut(.silence, after: short)
            }

            it("comes together from its pieces") {
                let text = "hello world, in pieces"
                let steps = Array(text.utf8).flatMap { [Reply.Step.wait(.zero), .send([$0])] }
                var reply = Reply.raw("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n")
                reply.steps += steps
                await expect { try await LoopbackServer.outcome(of: reply) } == .success(text)
            }

            it("401 that asks for credentials is an error, which `URLSession` would not report on Linux") {
                let reply = Reply.answer(401, "no", headers: ["WWW-Authenticate": "Basic realm=\"x\""])
                guard case .status(let status) = try await reason(reply) else { return fail("no status") }
                expect(status.status) == 401
            }

            it("401 that asks for credentials has the token renewed, and the request sent again") {
                let server = try LoopbackServer { request in
                    request.headers["authorization"] == "Bearer new"
                        ? .answer(200, "welcome") : .answer(401, "", headers: ["WWW-Authenticate": "Bearer"])
                }
                defer { server.stop() }
                let login = Authentication(Secret("old")) { _ in Secret("new") }
                await expect { await server.client(authentication: login).outcome(of: GetText()) }
                    == .success("welcome")
            }
        }

        describe("a redirection to another server") {
            it("is followed without the secrets") {
                let received = Locked<[ReceivedRequest]>([])
                let elsewhere = try LoopbackServer { request in
                    received.withLock { $0.append(request) }
                    return .answer(200, "elsewhere")
                }
                let target = elsewhere.baseURL.absoluteString + "/there"
                let server = try LoopbackServer { request in
                    received.withLock { $0.append(request) }
                    return .answer(302, "", headers: ["Location": target])
                }
                defer {
                    server.stop()
                    elsewhere.stop()
                }
                let login = Authentication(Secret("token")) { _ in Secret("token") }
                let client = server.client(authentication: login) {
                    $0.headers = [.secret("X-Key", Secret("key")), HTTPHeader("X-App", "app")]
                    $0.query = [.secret("appid", Secret("key"))]
                }
                await expect { await client.outcome(of: GetText()) } == .success("elsewhere")
                let (first, second) = received.withLock { ($0.first, $0.last) }
                expect(first?.headers["authorization"]) == "Bearer token"
                expect(first?.headers["x-key"]) == "key"
                expect(first?.target) == "/text?appid=key"
                expect(second?.headers["authorization"]).to(beNil())
                expect(second?.headers["x-key"]).to(beNil())
                expect(second?.headers["x-app"]) == "app"
                expect(second?.target) == "/there"
            }
        }

        describe("cancelling") {
            it("closes the connection, before the answer and within it") {
                let head = Reply.Step.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nx".utf8))
                for reply in [Reply(.hold), Reply(head, .hold)] {
                    let server = try LoopbackServer { _ in reply }
                    defer { server.stop() }
                    let client = server.client()
                    let (arrivals, events) = (server.events(), server.events())
                    let question = Task { await client.outcome(of: GetText()) }
                    _ = try await arrivals.wait(for: \.isReceived)
                    question.cancel()
                    await expect { await question.value.failure?.reason } == .cancelled
                    _ = try await events.wait(for: \.isAbandoned)
                }
            }

            it("by a time limit closes it too") {
                let server = try LoopbackServer { _ in Reply(.hold) }
                defer { server.stop() }
                let events = server.events()
                let client = server.client { $0.limits.attempt = .milliseconds(50) }
                await expect { await client.outcome(of: GetText()).failure?.reason }
                    == .timedOut(.attempt, after: .milliseconds(50))
                _ = try await events.wait(for: \.isAbandoned)
            }
        }
    }
}
