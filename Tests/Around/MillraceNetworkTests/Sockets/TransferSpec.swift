import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class TransferSpec: Spec {
    func testSpec() {
        describe("an upload") {
            it("arrives whole, with every method, and is measured to its end") {
                let received = Locked<ReceivedRequest?>(nil)
                let server = try LoopbackServer { request in
                    received.withLock { $0 = request }
                    return .answer(200, "thanks")
                }
                defer { server.stop() }
                let bytes = Data((0..<900_000).map { UInt8(truncatingIfNeeded: $0) })
                for method in [HTTPMethod.put, .post, .patch, .delete] {
                    let meter = TransferMeter()
                    let upload = GetText(method: method, content: RequestBody(bytes, contentType: "image/png"))
                    await expect { await server.client().outcome(of: upload, meter: meter) } == .success("thanks")
                    let arrived = received.withLock { $0 }
                    expect(arrived?.method) == method.name
                    expect(arrived.map { Data($0.body) } == bytes) == true
                    expect(arrived?.headers["content-type"]) == "image/png"
                    expect(meter.progress.sent) == 900_000
                    expect(meter.progress.sentTotal) == 900_000
                    expect(meter.progress.uploaded) == 1
                    expect(meter.progress.downloaded) == 1
                }
            }
        }

        describe("an upload of a file") {
            it("arrives whole, and is not in memory") {
                let received = Locked<ReceivedRequest?>(nil)
                let server = try LoopbackServer { request in
                    received.withLock { $0 = request }
                    return .answer(200, "thanks")
                }
                defer { server.stop() }
                let bytes = Data((0..<900_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID())")
                try bytes.write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                for method in [HTTPMethod.put, .post] {
                    let meter = TransferMeter()
                    let upload = GetText(method: method, content: try .file(file, contentType: "image/png"))
                    await expect { await server.client().outcome(of: upload, meter: meter) } == .success("thanks")
                    let arrived = received.withLock { $0 }
                    expect(arrived?.method) == method.name
                    expect(arrived.map { Data($0.body) } == bytes) == true
                    expect(arrived?.headers["content-type"]) == "image/png"
                    expect(arrived?.headers["content-length"]) == "900000"
                    expect(meter.progress.sent) == 900_000
                    expect(meter.progress.sentTotal) == 900_000
                }
            }

            it("that has changed meanwhile is not sent") {
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID())")
                try Data(count: 1000).write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                let upload = GetText(method: .put, content: try .file(file))
                try FileHandle(forWritingTo: file).truncate(atOffset: 100)
                let server = try LoopbackServer { _ in .answer(200, "thanks") }
                defer { server.stop() }
                await expect { await server.client().outcome(of: upload).failure?.reason }
                    == .unencodable("the file of its body has changed, or cannot be read")
            }

            it("that becomes shorter while it is sent is no end of the process") {
                let server = try LoopbackServer { _ in .answer(200, "thanks") }
                defer { server.stop() }
                let client = server.client { $0.limits.silence = .milliseconds(100) }
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID())")
                defer { try? FileManager.default.removeItem(at: file) }
                for _ in 0..<5 {
                    try Data(count: 1_000_000).write(to: file)
                    let (meter, ended) = (TransferMeter(), Locked(false))
                    let upload = GetText(method: .put, content: try .file(file))
                    let sending = Task {
                        _ = await client.outcome(of: upload, meter: meter)
                        ended.withLock { $0 = true }
                    }
                    while meter.progress.sent == 0, !ended.withLock({ $0 }) { await Task.yield() }
                    try FileHandle(forWritingTo: file).truncate(atOffset: 100)
                    await sending.value
                }
            }
        }

        describe("a request without a body") {
            it("is made by every method") {
                let server = try LoopbackServer { request in .answer(200, request.method) }
                defer { server.stop() }
                for method in [HTTPMethod.get, .post, .put, .patch, .delete, .options] {
                    await expect { await server.client().outcome(of: GetText(method: method)) } == .success(method.name)
                }
            }
        }

        describe("a download") {
            it("is measured as it comes in") {
                let server = try LoopbackServer { _ in
                    Reply(
                        .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello".utf8)),
                        .hold,
                        .send(Array("world".utf8))
                    )
                }
                defer { server.stop() }
                let (client, meter) = (server.client(), TransferMeter())
                let download = Task { await client.outcome(of: GetText(), meter: meter) }
                while meter.progress.received < 5 { try await Task.sleep(for: .milliseconds(1)) }
                expect(meter.progress.downloaded) == 0.5
                server.releaseHeld()
                await expect { await download.value } == .success("helloworld")
                expect(meter.progress.downloaded) == 1
            }
        }

        describe("a limit of two requests") {
            it("has only two connections open at once") {
                let server = try LoopbackServer { _ in Reply(.hold, .send(Array("HTTP/1.1 204 No\r\n\r\n".utf8))) }
                defer { server.stop() }
                let open = Locked((now: 0, most: 0, total: 0))
                let events = server.events()
                let watch = Task {
                    for await event in events {
                        open.withLock { open in
                            open.now += event.isReceived ? 1 : -1
                            open.total += event.isReceived ? 1 : 0
                            open.most = max(open.most, open.now)
                        }
                        if open.withLock({ $0.now }) > 0 { server.releaseHeld() }
                    }
                }
                let client = server.client { $0.concurrencyLimit = 2 }
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 { group.addTask { _ = await client.outcome(of: GetText()) } }
                }
                server.stop()
                await watch.value
                expect(open.withLock { $0.total }) == 8
                expect(open.withLock { $0.most }) <= 2
            }
        }
    }
}
