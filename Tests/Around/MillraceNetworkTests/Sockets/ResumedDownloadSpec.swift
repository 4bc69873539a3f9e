import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class ResumedDownloadSpec: Spec {
    func testSpec() {
        var folder: URL!
        var file: URL { folder.appendingPathComponent("file") }
        /// What is in the folder.
        var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }
        var isWhole: Bool { (try? Data(contentsOf: file)) == Data(bytes) }
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7 / 3) }

        beforeEach {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        afterEach { try? FileManager.default.removeItem(at: folder) }

        /// A server that breaks off after so many bytes of each answer but the last ones, with other replies where they
        /// are given, and the requests that it has had.
        func serve(
            cuts: [Int],
            tag: @escaping @Sendable (_ number: Int) -> String = { _ in "\"v1\"" },
            reply: @escaping @Sendable (ReceivedRequest, _ number: Int) -> Reply? = { _, _ in nil }
        ) throws -> (LoopbackServer, Locked<[ReceivedRequest]>) {
            let requests = Locked<[ReceivedRequest]>([])
            let server = try LoopbackServer { request in
                let number = requests.withLock { requests in
                    requests.append(request)
                    return requests.count - 1
                }
                if let reply = reply(request, number) { return reply }
                var reply = Reply.file(bytes, for: request, tag: tag(number))
                if number < cuts.count, case .send(let body) = reply.steps[1] {
                    reply.steps[1...] = [
                        .send(Array(body.prefix(cuts[number]))), .wait(.milliseconds(30)), .reset,
                    ]
                }
                return reply
            }
            return (server, requests)
        }

        func download(
            _ client: Client,
            _ request: GetText = GetText(),
            sizeLimit: Int = .max,
            meter: TransferMeter? = nil
        ) async -> RequestError.Reason? {
            do throws(RequestError) {
                try await client.download(request, to: file, sizeLimit: sizeLimit, isResumed: true, meter: meter)
                return nil
            } catch {
                return error.reason
            }
        }

        func ranges(_ requests: Locked<[ReceivedRequest]>) -> [String?] {
            requests.withLock { $0.map { $0.headers["range"] } }
        }

        describe("a download that is resumed") {
            it("goes on where the last one broke off, and is put in place at the end") {
                let (server, requests) = try serve(cuts: [400, 100])
                defer { server.stop() }
                try Data("old".utf8).write(to: file)
                await expect { await download(server.client()) } == .brokenAnswer
                expect(try Data(contentsOf: file)) == Data("old".utf8)
                expect(names.count) == 3
                await expect { await download(server.client()) } == .brokenAnswer
                let meter = TransferMeter()
                await expect { await download(server.client(), meter: meter) }.to(beNil())
                expect(isWhole) == true
                expect(names) == ["file"]
                expect(ranges(requests)) == [nil, "bytes=400-", "bytes=500-"]
                expect(requests.withLock { $0.map { $0.headers["if-range"] } }) == [nil, "\"v1\"", "\"v1\""]
                expect(requests.withLock { $0.allSatisfy { $0.headers["accept-encoding"] == "identity" } }) == true
                expect(meter.progress.received) == 1000
                expect(meter.progress.receivedTotal) == 1000
            }

            it("goes on within the retries of one call") {
                let (server, requests) = try serve(cuts: [400, 100])
                defer { server.stop() }
                let client = server.client { $0.retry = RetryPolicy(times: 3, backoff: .constant(.milliseconds(1))) }
                await expect { await download(client) }.to(beNil())
                expect(isWhole) == true
                expect(ranges(requests)) == [nil, "bytes=400-", "bytes=500-"]
            }

            it("begins anew where the version is another one") {
                let (server, requests) = try serve(cuts: [400], tag: { "\"v\($0)\"" })
                defer { server.stop() }
                await expect { await download(server.client()) } == .brokenAnswer
                await expect { await download(server.client()) }.to(beNil())
                expect(isWhole) == true
                expect(ranges(requests)) == [nil, "bytes=400-"]
            }

            it("keeps nothing of a version that the server cannot tell for sure") {
                let heads = [
                    [], ["ETag: W/\"v1\""], ["ETag: v1"], ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"],
                    ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Date: Sun, 06 Nov 1994 08:50:00 GMT"],
                    ["ETag: \"v1\"", "Content-Encoding: gzip"],
                ]
                for head in heads {
                    let lines = (["HTTP/1.1 200 OK", "Content-Length: 1000"] + head).joined(separator: "\r\n")
                    let (server, _) = try serve(
                        cuts: [],
                        reply: { _, _ in
                            Reply(.send(Array((lines + "\r\n\r\nsome").utf8)), .wait(.milliseconds(30)), .reset)
                        }
                    )
                    defer { server.stop() }
                    await expect { await download(server.client()) } == .brokenAnswer
                    expect(names) == []
                }
            }

            it("goes on by a date that lies far enough back") {
                let (server, requests) = try serve(
                    cuts: [],
                    reply: { request, number in
                        let head = """
                            Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nDate: Sun, 06 Nov 1994 08:50:37 GMT\r\n
                            """.trimmingCharacters(in: .newlines) + "\r\n"
                        if number == 0 {
                            let start =
                                Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\(head)\r\n".utf8) + bytes[..<300]
                            return Reply(.send(start), .wait(.milliseconds(30)), .reset)
                        }
                        let range = "Content-Length: 700\r\nContent-Range: bytes 300-999/1000\r\n"
                        return Reply(
                            .send(Array("HTTP/1.1 206 Partial Content\r\n\(range)\(head)\r\n".utf8) + bytes[300...])
                        )
                    }
                )
                defer { server.stop() }
                await expect { await download(server.client()) } == .brokenAnswer
                await expect { await download(server.client()) }.to(beNil())
                expect(isWhole) == true
                expect(requests.withLock { $0.last?.headers["if-range"] }) == "Sun, 06 Nov 1994 08:49:37 GMT"
            }

            it("trusts no answer that does not fit what is there") {
                let heads = [
                    "Content-Range: bytes 300-999/1000", "Content-Range: bytes 401-999/1000", "X-None: 1",
                    "Content-Range: bytes 400-999/600", "Content-Range: bytes 400-/1000",
                    "Content-Range: lines 400-999/1000",
                    "Content-Range: bytes 400-999/1000\r\nETag: \"v2\"",
                    "Content-Range: bytes 400-999/1000\r\nContent-Encoding: gzip",
                ]
                for head in heads {
                    let (server, requests) = try serve(
                        cuts: [400],
                        reply: { _, number in
                            if number != 1 { return nil }
                            let start = "HTTP/1.1 206 Partial Content\r\nContent-Length: 600\r\n\(head)\r\n\r\n"
                            return Reply(.send(Array(start.utf8) + Array(repeating: 0, count: 600)))
                        }
                    )
                    defer { server.stop() }
                    await expect { await download(server.client()) } == .brokenAnswer
                    await expect { await download(server.client()) } == .brokenAnswer
                    expect(names) == []
                    await expect { await download(server.client()) }.to(beNil())
                    expect(isWhole) == true
                    expect(ranges(requests)) == [nil, "bytes=400-", nil]
                    try FileManager.default.removeItem(at: file)
                }
            }

            it("goes on after an answer with less than the rest") {
                let (server, requests) = try serve(
                    cuts: [400],
                    reply: { _, number in
                        if number != 1 { return nil }
                        let head = "Content-Length: 100\r\nContent-Range: bytes 400-499/1000\r\n\r\n"
                        return Reply(.send(Array("HTTP/1.1 206 Partial Content\r\n\(head)".utf8) + bytes[400..<500]))
                    }
                )
                defer { server.stop() }
                await expect { await download(server.client()) } == .brokenAnswer
                await expect { await download(server.client()) } == .brokenAnswer
                await expect { await download(server.client()) }.to(beNil())
                expect(isWhole) == true
                expect(ranges(requests)) == [nil, "bytes=400-", "bytes=500-"]
            }

            it("begins anew at once where the server has nothing behind what is there") {
                let (server, requests) = try serve(
                    cuts: [400],
                    reply: { request, number in
                        number == 1 ? .answer(416, "", headers: ["Content-Range": "bytes */10"]) : nil
                    }
                )
                defer { server.stop() }
                await expect { await download(server.client()) } == .brokenAnswer
                await expect { await download(server.client()) }.to(beNil())
                expect(isWhole) == true
                expect(ranges(requests)) == [nil, "bytes=400-", nil]
            }

            it("counts what was there against its limit") {
                let (server, _) = try serve(cuts: [400])
                defer { server.stop() }
                await expect { await download(server.client()) } == .brokenAnswer
                await expect { await download(server.client(), sizeLimit: 999) } == .tooLarge(limit: 599)
                await expect { await download(server.client(), sizeLimit: 1000) }.to(beNil())
            }

            it("is that of one address, and of one call at a time") {
                let (server, requests) = try serve(
                    cuts: [400],
                    reply: { _, number in
                        number == 1 ? Reply(.hold).after(.send(Array("HTTP/1.1 206 Partial".utf8))) : nil
                    }
                )
                defer { server.stop() }
                await expect { await download(server.client()) } == .brokenAnswer
                let (client, target) = (server.client(), file)
                let first = Task { () -> RequestError.Reason? in
                    do throws(RequestError) {
                        try await client.download(GetText(), to: target, isResumed: true)
                        return nil
                    } catch {
                        return error.reason
                    }
                }
                while requests.withLock({ $0.count }) < 2 { try await Task.sleep(for: .milliseconds(1)) }
                await expect { await download(client) }.to(beNil())
                await expect { await download(client, GetText(path: "/else")) }.to(beNil())
                expect(ranges(requests)) == [nil, "bytes=400-", nil, nil]
                expect(isWhole) == true
                first.cancel()
                await expect { await first.value } == .cancelled
                await expect { await download(client) }.to(beNil())
                expect(ranges(requests).last) == "bytes=400-"
                expect(names) == ["file"]
            }
        }
    }
}
