import Foundation
import MillraceSpecs

@testable import AnnotationFilter

/// Files that come in pieces, cut anywhere.
final class XMLPiecesSpec: Spec {
    func testSpec() {
        describe("a file that comes in pieces") {
            /// What becomes of a text that is read in pieces of these lengths, over and over.
            func read(_ bytes: [UInt8], _ lengths: [Int]) -> Result<Sheet, SheetError> {
                var rest = bytes[...]
                var turn = 0
                let source = ByteSource(size: nil) { () throws(SheetError) in
                    let piece = rest.prefix(lengths[turn % lengths.count])
                    turn += 1
                    rest = rest.dropFirst(piece.count)
                    return Array(piece)
                }
                return Result { () throws(SheetError) in try XFDFReader().read(source, file: "test.xfdf") }
            }

            func expectSame(_ text: String, _ lengths: [Int], _ cut: Int? = nil) {
                let bytes = Array(text.utf8)
                expect(read(bytes, lengths)).to(equal(read(bytes, [bytes.count])), description: "\(lengths): \(text)")
            }

            let attributes = (0...1_000).map { "a\($0)='='" }.joined(separator: "\n ")
            let texts = [
                xfdf(
                    "<text page='0' name='ä' title='?>'/><?name?><?other a?><ink page='1'><contents>門?</contents></ink>"
                ),
                "<?xml version='1.0' encoding='utf-8'?>\n<!-- <!DOCTYPE a> --><?x?>\n<xfdf><annots/></xfdf>",
                "\u{FEFF}<?x?>\n\n <!DOCTYPE a><xfdf/>", "  \n", "", "<", "<?", "<?x", "%PDF-1.7",
                "<xfdf><annots><text",
                xfdf("<text page='0'/>\n\n ä <!-- <a -->  <text page='0' \(attributes)/>"),
                xfdf("<text page='0'><contents>a = b = c</contents></text>").replacing("</annots>", with: "</annot>"),
            ]

            it("is read, or refused at the same place, as it is in one piece") {
                for text in texts {
                    for length in [1, 2, 3, 7, 64, 1_000] { expectSame(text, [length]) }
                }
            }

            it("is read as in one piece, whatever is in it and wherever it is cut") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<300 {
                    let marks = ["<", "?>", "<?a", "<!--", "-->", "\"", "'", "=", "\n", "ä", "<text page='0'/>", "a "]
                    let mess = (0..<12).map { _ in marks.randomElement(using: &random) ?? "" }.joined()
                    let lengths = (0..<5).map { _ in Int.random(in: 1...20, using: &random) }
                    expectSame("<xfdf><annots>\(mess)</annots></xfdf>", lengths)
                }
            }

            it("in another encoding is read whole first") {
                let text =
                    "<?xml version='1.0' encoding='UTF-16'?>"
                    + "<xfdf><annots><ink page='0' title='Zoë'/></annots></xfdf>"
                let bytes = Array((text.data(using: .utf16) ?? Data()))
                for length in [1, 3, 50] {
                    expect(try read(bytes, [length]).get().annotations.first?.author).to(equal("Zoë"))
                }
            }

            it("that has too many attributes in a later piece is refused by the line where the element begins") {
                for length in [100, 1_000, 100_000] {
                    expect(read(Array(texts[10].utf8), [length])).to(
                        equal(.failure(.tooManyAttributes(file: "test.xfdf", at: .init(line: 4, column: 17))))
                    )
                }
            }
        }
    }
}
