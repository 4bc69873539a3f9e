import Foundation
import MillraceSpecs

@testable import MillraceInspector

/// The server over real sockets.
final class FollowServerSpec: Spec {
    /// A server that runs on a thread of its own until it is released.
    private final class Running {
        let server: FollowServer
        let port: UInt16
        private let ended = DispatchSemaphore(value: 0)

        init(_ path: String) throws {
            let server = try FollowServer(of: path, port: 0, token: "t0")
            let ended = ended
            self.server = server
            port = UInt16(URLComponents(string: server.address)?.port ?? 0)
            Thread.detachNewThread {
                server.run()
                ended.signal()
            }
        }

        deinit {
            server.stop()
            ended.wait()
        }

        func client() -> RawClient? {
            let client = RawClient(port: port)
            client?.server = self
            return client
        }

        func answer(_ target: String, _ headers: String...) -> String {
            let client = client()
            client?.send(
                (["GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
            )
            return client?.read() ?? ""
        }

        func events(_ headers: String...) -> RawClient? {
            let client = client()
            let lines = ["GET /events?token=t0 HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers
            client?.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
            return client
        }
    }

    func testSpec() {
        describe("the server") {
            var folder = ScratchFolder()
            var path = ""
            beforeEach {
                folder = ScratchFolder()
                path = folder.write(Data("one\n".utf8), "a.jsonl")
            }

            func append(_ text: String) throws {
                let file = FileHandle(forWritingAtPath: path)
                try file?.seekToEnd()
                try file?.write(contentsOf: Data(text.utf8))
                try file?.close()
            }

            it("sends the page, which no frame may hold and nothing may keep") {
                let answer = try Running(path).answer("/?token=t0")
                expect(answer).to(beginWith("HTTP/1.1 200 OK\r\n"))
                for line in [
                    "frame-ancestors 'none'", "Cache-Control: no-store", "Referrer-Policy: no-referrer",
                    "connect-src 'self'",
                ] {
                    expect(answer).to(contain(line))
                }
                expect(answer).to(endWith("</html>\n"))
            }

            it("refuses with a status, and says which methods there are") {
                let running = try Running(path)
                expect(running.answer("/?token=t1")).to(beginWith("HTTP/1.1 403 "))
                expect(running.answer("/?token=t0", "Origin: http://evil.example")).to(beginWith("HTTP/1.1 403 "))
                let client = running.client()
                client?.send(
                    "POST /?token=t0 HTTP/1.1\r\nHost: 127.0.0.1:\(running.port)\r\nContent-Length: 3\r\n\r\nabc"
                )
                expect(client?.read()).to(contain("HTTP/1.1 405 Method Not Allowed\r\n"))
                let long = running.client()
                long?.send("GET /\(String(repeating: "a", count: 40_000)) HTTP/1.1\r\n\r\n")
                expect(long?.read()).to(beginWith("HTTP/1.1 414 "))
            }

            it("sends what is there, and what is added, with the place as identity") {
                let events = try Running(path).events()
                expect(events?.read(until: "data: level\n\n")).to(contain("id: 4\nevent: bytes\ndata: b25lCg==\n\n"))
                try append("two\n")
                expect(events?.read(until: "dHdvCg==\n\n")).to(contain("id: 8\nevent: bytes\ndata: dHdvCg==\n\n"))
            }

            it("takes up where a lost connection was") {
                let running = try Running(path)
                try append("two\n")
                let text = running.events("Last-Event-ID: 4")?.read(until: "event: level")
                expect(text).to(contain("id: 8\nevent: bytes\ndata: dHdvCg==\n\n"))
                expect(text).notTo(contain("b25lCg=="))
            }

            it("sends a large file in batches") {
                try append(String(repeating: "x", count: 3 * FollowedFile.batch))
                let text = try Running(path).events()?.read(until: "event: level") ?? ""
                expect(text.components(separatedBy: "event: bytes").count - 1) == 4
                expect(text).to(contain("id: \(4 + 3 * FollowedFile.batch)\n"))
            }

            it("says where the file is another one, or has become shorter") {
                let running = try Running(path)
                let events = running.events()
                _ = events?.read(until: "event: level")
                try Data("other\n".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
                expect(events?.read(until: "event: replaced")).to(contain("event: replaced"))
                expect(running.events("Last-Event-ID: 4000")?.read(until: "event: replaced")).to(
                    contain("event: replaced")
                )
            }

            it("answers beside many connections that ask for nothing") {
                let running = try Running(path)
                let idle = (0..<40).compactMap { _ in running.client() }
                for client in idle.prefix(20) { client.send("GET /?token=t0 HT") }
                expect(running.answer("/?token=t0")).to(beginWith("HTTP/1.1 200 OK"))
                let more = (0..<(2 * FollowServer.mostConnections)).compactMap { _ in running.client() }
                expect(running.answer("/?token=t0")).to(beginWith("HTTP/1.1 200 OK"))
                expect(idle.count + more.count).to(beGreaterThan(40))
            }

            it("cannot open a port that is in use") {
                let running = try Running(path)
                expect { try FollowServer(of: path, port: running.port) }.to(throwError())
            }
        }
    }
}
