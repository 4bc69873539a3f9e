@testable import AnnotationFilter
import MillraceSpecs

final class RichTextSpec: Spec {
    func testSpec() {
        func text(of body: String) throws -> String? {
            let body = "<body xmlns=\"http://www.w3.org/1999/xhtml\" xfa:spec=\"2.0.2\">\(body)</body>"
            return try annotation("<text page='0'><contents-richtext>\(body)</contents-richtext></text>")?.text
        }

        describe("rich contents") {
            it("lose their styles") {
                let body = "<p dir='ltr'><span style='color:#FF0000;font-weight:bold'>Fire</span> <i>door</i></p>"
                expect(try text(of: body)).to(equal("Fire door"))
            }

            it("have a line for each paragraph, list item and break") {
                let body = "<p>one</p>\n  <p/><div>two<br/>three</div><ul><li>four</li><li>five</li></ul>"
                expect(try text(of: body)).to(equal("one\ntwo\nthree\nfour\nfive"))
            }

            it("collapse the blanks by which they are laid out") {
                let body = "\n  <p>\n    <span>Fire   </span>\n    <span>\tdoor</span>\n  </p>\n"
                expect(try text(of: body)).to(equal("Fire door"))
            }

            it("keep a blank that must not break, and begin no line with one") {
                expect(try text(of: "<p>4\u{A0}\u{A0}mm</p>")).to(equal("4\u{A0}\u{A0}mm"))
                expect(try text(of: "<p>one </p><p>two <br/>three</p>")).to(equal("one\ntwo\nthree"))
            }

            it("may be nested ten levels deep, and deeper") {
                for depth in [10, 1_000] {
                    let open = String(repeating: "<span style='color:red'>", count: depth)
                    let close = String(repeating: "</span>", count: depth)
                    expect(try text(of: "<p>a\(open)b\(close)c</p>")).to(equal("abc"))
                }
                let paragraphs = (1...10).map { "<div><p>\($0)</p>" }.joined() + String(repeating: "</div>", count: 10)
                expect(try text(of: paragraphs)).to(equal((1...10).map(String.init).joined(separator: "\n")))
            }

            it("may stand without a body") {
                let annotation = try annotation("<text page='0'><contents-richtext>plain</contents-richtext></text>")
                expect(annotation?.text).to(equal("plain"))
            }
        }
    }
}
