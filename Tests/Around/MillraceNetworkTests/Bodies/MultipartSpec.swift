import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceNetwork
import MillraceSpecs

final class MultipartSpec: Spec {
    func testSpec() {
        var file: URL!
        beforeEach { file = FileManager.default.temporaryDirectory.appendingPathComponent("pho\"to-\(UUID()).jpg") }
        afterEach { try? FileManager.default.removeItem(at: file) }

        func text(_ body: RequestBody) -> String { String(decoding: body.data ?? Data(), as: UTF8.self) }
        func boundary(_ body: RequestBody) -> String {
            String(body.contentType?.components(separatedBy: "boundary=").last ?? "")
        }

        describe("a body of parts") {
            it("is written as RFC 7578 says, with a boundary of the randomness that is handed in") {
                let parts: [BodyPart] = [
                    .field("title", "Zürich"),
                    .data("icon", Data("bytes".utf8), fileName: "a.png", contentType: "image/png"),
                ]
                let body = RequestBody.multipart(parts, random: SeededGenerator(seed: 1))
                let line = boundary(body)
                expect(body.contentType) == "multipart/form-data; boundary=\(line)"
                expect(RequestBody.multipart(parts, random: SeededGenerator(seed: 1)).data) == body.data
                expect(RequestBody.multipart(parts, random: SeededGenerator(seed: 2)).data) != body.data
                expect(RequestBody.multipart(parts).contentType) != RequestBody.multipart(parts).contentType
                expect(text(body))
                    == [
                        "--\(line)", "Content-Disposition: form-data; name=\"title\"", "", "Zürich",
                        "--\(line)", "Content-Disposition: form-data; name=\"icon\"; filename=\"a.png\"",
                        "Content-Type: image/png", "", "bytes", "--\(line)--", "",
                    ].joined(separator: "\r\n")
            }

            it("is not changed by what stands in names and kinds") {
                let hostile = "a\"; filename=\"x\r\nX-Evil: 1\r\n\r\n\u{0}"
                let body = text(
                    .multipart([
                        .data(hostile, Data("d".utf8), fileName: hostile, contentType: "text/plain\r\nX-Evil: 1")
                    ])
                )
                let quoted = "a%22; filename=%22x%0D%0AX-Evil: 1%0D%0A%0D%0A%00"
                expect(body).to(
                    contain("name=\"\(quoted)\"; filename=\"\(quoted)\"\r\nContent-Type: text/plain  X-Evil: 1\r\n\r\n")
                )
                expect(body.components(separatedBy: "\r\n").filter { $0.hasPrefix("X-Evil") }) == []
            }

            it("tells no secret of its parts") {
                let desk = Desk { _, request, _ in
                    Response(400, body: request.body ?? Data())
                }
                let parts: [BodyPart] = [.secret("password", Secret("abracadabra"))]
                let request = GetText(method: .post, content: .multipart(parts))
                let reason = desk.outcome(of: request)?.failure?.reason
                expect("\(reason.map { "\($0)" } ?? "")").to(contain("•••"))
                expect("\(reason.map { "\($0)" } ?? "")").toNot(contain("abracadabra"))
                expect("\(parts)").toNot(contain("abracadabra"))
                expect(desk.arrivals.first?.request.body.map { String(decoding: $0, as: UTF8.self) } ?? "")
                    .to(contain("\r\n\r\nabracadabra\r\n"))
            }

            it("with a file arrives whole, with its length, and leaves nothing behind") {
                let received = Locked<ReceivedRequest?>(nil)
                let server = try LoopbackServer { request in
                    received.withLock { $0 = request }
                    return .answer(200, "thanks")
                }
                defer { server.stop() }
                let bytes = Data((0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 3) })
                try bytes.write(to: file)
                let parts: [BodyPart] = [.field("a", "1"), try .file("photo", file, contentType: "image/jpeg")]
                let body = RequestBody.multipart(parts, random: SeededGenerator(seed: 3))
                expect(body.data).to(beNil())
                await expect { await server.client().outcome(of: GetText(method: .post, content: body)) }
                    == .success("thanks")
                let arrived = received.withLock { $0 }
                let name = file.lastPathComponent.replacingOccurrences(of: "\"", with: "%22")
                let expected: [BodyPart] = [
                    .field("a", "1"),
                    .data("photo", bytes, fileName: file.lastPathComponent, contentType: "image/jpeg"),
                ]
                let whole = RequestBody.multipart(expected, random: SeededGenerator(seed: 3)).data
                expect(arrived.map { Data($0.body) } == whole) == true
                expect(arrived?.headers["content-length"]) == "\(whole?.count ?? 0)"
                expect(arrived?.headers["content-type"]) == body.contentType
                expect(String(decoding: arrived?.body.prefix(400) ?? [], as: UTF8.self)).to(
                    contain("filename=\"\(name)\"")
                )
            }

            it("is an error where its file is missing, at once or when it is sent") {
                expect { try BodyPart.file("photo", file) }.to(throwError())
                try Data("x".utf8).write(to: file)
                let body = RequestBody.multipart([try .file("photo", file)])
                try FileManager.default.removeItem(at: file)
                let desk = Desk { _, _, _ in Response() }
                expect(desk.outcome(of: GetText(method: .post, content: body))?.failure?.reason.kind) == "unencodable"
                expect(desk.arrivals.count) == 0
            }

            it("of any parts is read back as the same ones") {
                let seed = Seed.current
                var random = SeededGenerator(seed)
                let bytes: [UInt8] = [13, 10, 45, 45, 0, 34, 97, 255, 109]
                for round in 0..<200 {
                    var parts: [(name: String, data: Data)] = []
                    for number in 0..<Int.random(in: 0...5, using: &random) {
                        let count = Int.random(in: 0...30, using: &random)
                        parts.append(
                            ("n\(number)", Data((0..<count).map { _ in bytes.randomElement(using: &random)! }))
                        )
                    }
                    let body = RequestBody.multipart(parts.map { .data($0.name, $0.data) }, random: random)
                    let found = Self.parts(of: body.data ?? Data(), boundary(body))
                    let description = "seed \(seed), \(round)"
                    expect(found?.map(\.name)).to(equal(parts.map(\.name)), description: description)
                    expect(found?.map(\.data)).to(equal(parts.map(\.data)), description: description)
                }
            }
        }
    }

    /// Reads a body as a server does: byte by byte, by nothing but its boundary.
    private static func parts(of body: Data, _ boundary: String) -> [(name: String, data: Data)]? {
        var rest = Data("\r\n".utf8) + body
        let line = Data("\r\n--\(boundary)".utf8)
        var found: [(String, Data)] = []
        guard let first = rest.range(of: line), first.lowerBound == rest.startIndex else { return nil }
        rest = Data(rest[first.upperBound...])
        while rest.starts(with: Data("\r\n".utf8)) {
            guard let end = rest.range(of: line) else { return nil }
            let part = Data(rest[rest.startIndex + 2..<end.lowerBound])
            guard let head = part.range(of: Data("\r\n\r\n".utf8)) else { return nil }
            let words = String(decoding: part[..<head.lowerBound], as: UTF8.self).components(separatedBy: "\"")
            found.append((words.count > 1 ? words[1] : "", Data(part[head.upperBound...])))
            rest = Data(rest[end.upperBound...])
        }
        return rest == Data("--\r\n".utf8) ? found : nil
    }
}
