import Foundation
import MillraceSpecs

@testable import MillraceApp

/// The work of reading a link grows as its length does.
final class LinkWorkSpec: Spec {
    func testSpec() {
        it("takes each byte of a text once, whatever is encoded in it") {
            for count in [1_000, 100_000] {
                for piece in ["a", "%C3%A4", "%20a", "%zz"] {
                    let text = Array(String(repeating: piece, count: count / piece.utf8.count).utf8)
                    let reads = Reads()
                    _ = percentDecoded(CountedBytes(bytes: text, reads: reads))
                    // One more is the end.
                    expect(reads.count) <= text.count + 1
                }
            }
        }

        it("reads a link of hundreds of thousands of pieces") {
            struct Long: Hashable { var text: String }
            let links = DeepLinks<Long>(at: "mill:") { DeepLink(Long.init) { "a" / String.self } }
            let text = String(repeating: "ä%", count: 30_000)
            expect(links.url(of: Long(text: text)).flatMap { try? links.target(of: $0).get() }) == Long(text: text)
            let pieces = URL(string: "mill:" + String(repeating: "a/", count: 100_000))
            expect(pieces.flatMap { try? links.target(of: $0).get() }).to(beNil())
        }
    }
}

private final class Reads { var count = 0 }

private struct CountedBytes: Sequence, IteratorProtocol {
    let bytes: [UInt8]
    let reads: Reads
    var position = 0

    mutating func next() -> UInt8? {
        reads.count += 1
        defer { position += 1 }
        return position < bytes.count ? bytes[position] : nil
    }
}
