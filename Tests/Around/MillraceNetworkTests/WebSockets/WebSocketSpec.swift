import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceSignals
import MillraceSpecs

@testable import MillraceNetwork

final class WebSocketSpec: Spec {
    func testSpec() {
        /// Opens a socket over a link of its own, and reads its messages.
        func open(_ link: Link, authentication: Authentication? = nil) async throws(RequestError) -> WebSocket {
            let client = Client(
                URL(string: "https://example.org") ?? URL(fileURLWithPath: "/"),
                authentication: authentication
            )
            return try await client.webSocket(GetText()) { request, limit in
                link.opened.withLock { $0 = (request, limit) }
                return link
            }
        }

        describe("a WebSocket") {
            it("has the messages of both sides, and ends when the server closes it") {
                let link = Link([.success(.text("a")), .success(.data(Data([1]))), .success(nil)])
                let socket = try await open(link)
                try await socket.send(.text("hello"))
                let arrivals = Arrivals<WebSocket.Message>()
                await arrivals.read { socket }
                expect(arrivals.all) == [.text("a"), .data(Data([1]))]
                expect(arrivals.reason).to(beNil())
                expect(link.sent.withLock { $0 }) == [.text("hello")]
                await expect { try await socket.send(.text("late")) }.to(throwError())
            }

            it("is opened with the token of the login, and the size limit of answers") {
                let link = Link([])
                let login = Authentication { _ in Secret("token-1") }
                _ = try await open(link, authentication: login)
                let opened = link.opened.withLock { $0 }
                expect(opened?.0.headers["Authorization"]) == "Bearer token-1"
                expect(opened?.1) == 10_000_000
                login.token = nil
                await expect { try await open(link, authentication: login) }.to(throwError())
            }

            it("that breaks off is an error, once") {
                let socket = try await open(Link([.success(.text("a")), .failure(.brokenAnswer)]))
                let arrivals = Arrivals<WebSocket.Message>()
                await arrivals.read { socket }
                expect(arrivals.all) == [.text("a")]
                expect(arrivals.reason) == .brokenAnswer
                await expect { try await socket.receive() }.to(beNil())
            }

            it("is closed by hand, by cancelling, and when it is released") {
                let leave: [@Sendable (WebSocket, Task<Void, Never>) -> Void] = [
                    { socket, _ in socket.close() }, { _, reading in reading.cancel() },
                ]
                for (leave, reason) in zip(leave, [nil, RequestError.Reason.cancelled]) {
                    let (link, arrivals) = (Link([]), Arrivals<WebSocket.Message>())
                    let socket = try await open(link)
                    let reading = Task { await arrivals.read { socket } }
                    leave(socket, reading)
                    await reading.value
                    expect(arrivals.reason).to(reason.map { equal($0) } ?? beNil())
                    expect(link.isClosed) == true
                    withExtendedLifetime(socket) {}
                }
                let link = Link([])
                _ = try await open(link)
                expect(link.isClosed) == true
            }

            it("says where the system has none") {
                let server = try LoopbackServer { _ in .answer(404, "") }
                defer { server.stop() }
                let socket = try await server.client().webSocket(GetText())
                do throws(RequestError) {
                    _ = try await socket.receive()
                    fail("There was an answer.")
                } catch {
                    expect(["unencodable", "status", "brokenAnswer"]).to(contain(error.reason.kind))
                }
            }
        }
    }
}

/// A link whose server says what it is told to, and then nothing until it is closed.
private final class Link: WebSocketLink {
    let opened = Locked<(HTTPRequest, Int)?>(nil)
    let sent = Locked<[WebSocket.Message]>([])
    private let script: Locked<[Result<WebSocket.Message?, RequestError.Reason>]>
    private let end = Ending<Void>()
    private let closed = Locked(false)

    init(_ script: [Result<WebSocket.Message?, RequestError.Reason>]) { self.script = Locked(script) }

    var isClosed: Bool { closed.withLock { $0 } }

    func send(_ message: WebSocket.Message) async throws(RequestError.Reason) { sent.withLock { $0.append(message) } }

    func receive() async throws(RequestError.Reason) -> WebSocket.Message? {
        if let next = script.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return try next.get() }
        await end.wait(cancelled: ()) {}
        throw .brokenAnswer
    }

    func close() {
        closed.withLock { $0 = true }
        end.end(())
    }
}
