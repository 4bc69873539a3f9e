@testable import AnnotationFilter
import Foundation
import MillraceSpecs
import TestSupport

/// Damages the sample at random, and expects no more than that the reader comes back: with a sheet or with an error.
final class DamagedFileSpec: Spec {
    func testSpec() {
        describe("a damaged file") {
            it("is read or refused, but never ends the program") {
                var random = SeededGenerator(Seed.current)
                let sample = try Self.sampleBytes()
                var refused = 0
                for _ in Programs(300) {
                    var bytes = sample
                    for _ in 0..<Int.random(in: 1...4, using: &random) { Self.damage(&bytes, using: &random) }
                    do {
                        Self.expectOrder(try XFDFReader.read(Data(bytes), file: "damaged.xfdf"))
                    } catch {
                        expect(error).to(beAKindOf(SheetError.self))
                        refused += 1
                    }
                }
                if Programs.areAll { expect(refused).to(beGreaterThan(100)) }
            }
        }
    }

    /// Some 20 annotations of the sample, now and then in UTF-16.
    private static func sampleBytes() throws -> [UInt8] {
        let path = try XFDFFileService().sample().file
        let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        let lines = text.split(separator: "\n")
        return Array((lines.prefix(80) + ["</annots></xfdf>"]).joined(separator: "\n").utf8)
    }

    private static func damage(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let start = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 1...200, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0: bytes.removeSubrange(start...)
        case 1: bytes.removeSubrange(start..<end)
        case 2: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 3: bytes[start] = UInt8.random(in: 0...255, using: &random)
        case 4:
            let chunk = Array(bytes[start..<end])
            bytes.insert(contentsOf: chunk, at: Int.random(in: 0...bytes.count, using: &random))
        case 5:
            let pieces = ["<", ">", "&", "\"", "<?x?>", "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE a>", "&a;", "\0"]
            bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: start)
        case 6:
            let words = ["inreplyto", "state=\"Accepted\"", "page=\"1\"", "name=\"x\"", "contents", "</p>", "<annots>"]
            bytes.replaceSubrange(start..<end, with: (words.randomElement(using: &random) ?? "").utf8)
        default:
            bytes = bytes.flatMap { [$0, 0] }
        }
    }

    /// What holds for every sheet: names are unique, and answers stand below what they answer.
    private static func expectOrder(_ sheet: Sheet) {
        expect(Set(sheet.ids).count).to(equal(sheet.ids.count))
        for thread in sheet.threads {
            for (position, row) in thread.rows.enumerated() {
                guard let answer = row.annotation.answer else { continue }
                let parent = thread.rows[answer.parent].annotation
                expect(answer.parent < position && answer.depth == (parent.answer?.depth ?? 0) + 1).to(beTrue())
            }
        }
    }
}
