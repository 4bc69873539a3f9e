import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class DownloadSpec: Spec {
    func testSpec() {
        var folder: URL!
        var name = "file"
        var file: URL { folder.appendingPathComponent(name) }
        /// What is in the folder.
        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

        beforeEach {
            name = "file"
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        afterEach { try? FileManager.default.removeItem(at: folder) }

        func download(
            _ client: Client,
            sizeLimit: Int = .max,
            meter: TransferMeter? = nil
        ) async -> RequestError.Reason? {
            do throws(RequestError) {
                try await client.download(GetText(), to: file, sizeLimit: sizeLimit, meter: meter)
                return nil
            } catch {
                return error.reason
            }
        }

        describe("a download") {
            it("is in its file, also where it is larger than answers in memory may be") {
                let piece = Array(repeating: UInt8(ascii: "x"), count: 1_000_000)
                let server = try LoopbackServer { _ in
                    var reply = Reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 30000000\r\n\r\n")
                    reply.steps += Array(repeating: .send(piece), count: 30)
                    return reply
                }
                defer { server.stop() }
                let meter = TransferMeter()
                try Data("old".utf8).write(to: file)
                await expect { await download(server.client(), meter: meter) }.to(beNil())
                expect(try Data(contentsOf: file) == Data(repeating: UInt8(ascii: "x"), count: 30_000_000)) == true
                expect(meter.progress.received) == 30_000_000
                expect(names) == ["file"]
            }

            it("may have the longest name that a file can have") {
                name = String(repeating: "n", count: 255)
                let server = try LoopbackServer { _ in .answer(200, "hello") }
                defer { server.stop() }
                await expect { await download(server.client()) }.to(beNil())
                expect(names) == [name]
            }

            it("leaves nothing behind, and what was there as it was, where it fails or is cancelled") {
                try Data("old".utf8).write(to: file)
                let start = Reply.Step.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello".utf8))
                let cases: [(Reply, String)] = [
                    (Reply(start, .reset), "brokenAnswer"), (Reply(start, .hold), "timedOut"),
                    (.answer(404, "nothing"), "status"),
                    (.answer(200, String(repeating: "x", count: 101)), "tooLarge"),
                ]
                for (reply, kind) in cases {
                    let server = try LoopbackServer { _ in reply }
                    defer { server.stop() }
                    let client = server.client { $0.limits.attempt = .milliseconds(kind == "timedOut" ? 100 : 60_000) }
                    await expect { await download(client, sizeLimit: 100)?.kind } == kind
                    expect(try Data(contentsOf: file)) == Data("old".utf8)
                    for _ in 0..<1000 where names.count > 1 { try await Task.sleep(for: .milliseconds(1)) }
                    expect(names) == ["file"]
                }
            }

            it("that is begun again has nothing of the first attempt, and the errors of a server are no files") {
                let count = Locked(0)
                let server = try LoopbackServer { _ in
                    let number = count.withLock { count in
                        count += 1
                        return count
                    }
                    switch number {
                    case 1: return Reply(.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfirst".utf8)), .reset)
                    case 2: return .answer(503, "later")
                    default: return .answer(200, "whole")
                    }
                }
                defer { server.stop() }
                let client = server.client { $0.retry = RetryPolicy(times: 3, backoff: .constant(.milliseconds(1))) }
                await expect { await download(client) }.to(beNil())
                expect(try Data(contentsOf: file)) == Data("whole".utf8)
                expect(names) == ["file"]
            }

            it("is an error where the file cannot be written") {
                let server = try LoopbackServer { _ in .answer(200, "text") }
                defer { server.stop() }
                try FileManager.default.removeItem(at: folder)
                await expect { await download(server.client())?.kind } == "notWritten"
            }
        }
    }
}
