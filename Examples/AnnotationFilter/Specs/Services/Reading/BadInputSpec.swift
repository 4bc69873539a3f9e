@testable import AnnotationFilter
import Foundation
import MillraceSpecs

final class BadInputSpec: Spec {
    func testSpec() {
        /// What the reader says of a file that it refuses.
        func refusal(_ text: String) -> SheetError? {
            do {
                _ = try read(text)
                return nil
            } catch {
                return error as? SheetError
            }
        }

        describe("a file that is no XML") {
            it("is refused where it is empty, or holds blanks only") {
                for text in ["", " \n\t", "\r", "\r\n", "\u{FEFF}"] {
                    expect(refusal(text)).to(equal(.empty(file: "test.xfdf")))
                }
            }

            it("is refused by what it is") {
                expect(refusal("%PDF-1.7")?.description).to(
                    equal(
                        "test.xfdf: is a PDF, not XML. To fix: export the annotations as XFDF and open that file."
                    )
                )
                expect(refusal("hello <xfdf/>")).to(equal(.notXML(file: "test.xfdf", found: "something else")))
            }
        }

        describe("XML that is not well formed") {
            it("is refused with line and column where tags do not match") {
                let error = refusal("<xfdf>\n<annots>\n  <text page='0'></ink>\n</annots></xfdf>")
                expect(error?.description).to(
                    equal(
                        "test.xfdf: is no well-formed XML: the closing tag does not match <text>, line 3, column 24. "
                            + "To fix: export it again, or correct that place."
                    )
                )
                expect(error?.exitCode).to(equal(65))
            }

            it("is refused wherever it breaks off") {
                let text = xfdf("<text page='0' name='a'><contents>hi &amp; <![CDATA[x]]></contents></text>")
                for length in 1..<text.count {
                    expect(refusal(String(text.prefix(length)))).notTo(beNil(), description: "first \(length)")
                }
            }

            it("says which element is open where it breaks off") {
                expect(refusal("<xfdf><annots><text page='0'>")?.description).to(
                    contain("it ends before <text> is closed")
                )
            }

            it("is refused for what is wrong first") {
                let cases = [
                    "<xfdf><annots><text page='0' page='1'/></annots></xfdf>": "an attribute stands twice",
                    "<xfdf><annots><text page=0/></annots></xfdf>": "an attribute's value is not in quotes",
                    "<xfdf><annots><text page='<'/></annots></xfdf>": "an attribute's value holds a <",
                    "<xfdf><annots/></xfdf><xfdf/>": "something stands behind its root",
                    "<xfdf><annots>a & b</annots></xfdf>": "a name is missing behind < or &",
                    "<xfdf>&#1;</xfdf>": "a byte or a character that may not stand there",
                    "\n<?xml version='1.0'?><xfdf/>": "the XML declaration does not stand at the very start",
                ]
                for (text, what) in cases {
                    expect(refusal(text)?.description).to(contain(what), description: text)
                }
            }

            it("is refused where it uses an entity that nothing defines") {
                for text in ["<xfdf>&foo;</xfdf>", "<xfdf a='&foo;'/>"] {
                    expect(refusal(text)?.description).to(contain("it uses an entity that nothing defines"))
                }
            }

            it("does not crash the parser with an empty instruction behind the error") {
                for text in ["<xfdf a='<?x?>'/>", "<xfdf></b><?x?></xfdf>", "<?xml?><xfdf/>", "<xfdf><?é?>"] {
                    expect(refusal(text)).notTo(beNil(), description: text)
                }
            }
        }

        describe("XML of another kind") {
            it("is refused with its root") {
                expect(refusal("<?xml version='1.0'?>\n<html><body/></html>")?.description).to(
                    equal(
                        "test.xfdf: is XML but not XFDF: its root is <html>, line 2, column 6. "
                            + "To fix: export the annotations as XFDF."
                    )
                )
            }

            it("is not told by annotations that stand elsewhere") {
                expect(refusal("<svg><xfdf><annots/></xfdf></svg>")).notTo(beNil())
                expect(try read("<xfdf><other><annots><text page='0'/></annots></other></xfdf>").annotations).to(
                    beEmpty()
                )
            }
        }

        describe("a document type") {
            let plain = "<!DOCTYPE xfdf [<!ENTITY a \"b\">]>\n<xfdf>&a;</xfdf>"

            it("is refused with line and column") {
                expect(refusal("<?xml version='1.0'?>\n <!-- c -->\(plain)")?.description).to(
                    equal(
                        "test.xfdf: declares a document type, which is refused, line 2, column 12. "
                            + "To fix: remove the <!DOCTYPE …>."
                    )
                )
            }

            it("is refused behind comments and instructions that are there to hide it") {
                for before in [
                    "\r", "\r\n<!-- -->\r", "<!-- -->", "<?x ?>", "<!-- <xfdf> -->\n<?x <xfdf> ?>", "<!---->",
                    "<!-- -- -->",
                ] {
                    let error = refusal(before + plain)
                    expect(error?.description).to(contain("declares a document type"), description: before)
                }
            }

            it("is no document type inside a comment, an instruction, or CDATA") {
                let name = "<!DOCTYPE xfdf>"
                expect(refusal("<!-- \(name) --><?x \(name) ?><xfdf><annots><!-- \(name) --></annots></xfdf>")).to(
                    beNil()
                )
                expect(try annotation("<text page='0'><contents><![CDATA[\(name)]]></contents></text>")?.text).to(
                    equal(name)
                )
                expect(refusal("<!-->\(name)--><xfdf><annots/></xfdf>")).to(beNil())
            }
        }

        describe("an annotation that cannot be used as it stands") {
            it("is left out where it has no usable page, which is noted, and the others are kept") {
                let sheet = try sheet(
                    """
                    <text name="a"/><text name="b" page="1"/>
                    <text page="-1"/><text page="one"/><text page="99999999999999999999"/><text page="2147483647"/>
                    <text name="c" page=" 7 "/>
                    """
                )
                expect(sheet.ids).to(equal(["b", "c"]))
                expect(sheet.notices.map(\.description)).to(
                    equal([
                        "annotations without a usable page, left out: 5, for example \"a\" (lines 2, 3, …)"
                    ])
                )
            }

            it("is named by its line, up to the fifth") {
                func lines(_ count: Int) throws -> String? {
                    let texts = Array(repeating: "<text/>", count: count).joined(separator: "\n")
                    return try sheet("\n" + texts).notices.first?.description.split(separator: "(").last.map(
                        String.init
                    )
                }
                expect(try lines(1)).to(equal("line 3)"))
                expect(try lines(2)).to(equal("lines 3, 4)"))
                expect(try lines(5)).to(equal("lines 3, 4, 5, 6, 7)"))
                expect(try lines(6)).to(equal("lines 3, 4, 5, 6, 7, …)"))
            }

            it("keeps a date that is no date as written, which is noted") {
                let sheet = try sheet("<text page='0' date='yesterday' creationdate='D:20241340'/>")
                expect(sheet.annotations.first?.modified?.text).to(equal("yesterday"))
                expect(sheet.annotations.first?.created?.text).to(equal("D:20241340"))
                expect(sheet.notices.map(\.problem)).to(equal([.noDate]))
                expect(sheet.notices.map(\.count)).to(equal([2]))
            }

            it("keeps a colour that is no colour as written, which is noted") {
                let colors = ["red", "#FFF", "#GG0000", "FF0000", "#FF00000", "#ＦＦ0000"]
                let sheet = try sheet(colors.map { "<text page='0' color='\($0)'/>" }.joined())
                expect(sheet.annotations.compactMap { $0.color?.text }).to(equal(colors))
                expect(sheet.annotations.compactMap { $0.color?.rgb }).to(beEmpty())
                expect(sheet.notices.map(\.description)).to(
                    equal(["colours that are none, kept as written: 6, for example \"red\" (lines 2, …)"])
                )
            }
        }
    }
}
