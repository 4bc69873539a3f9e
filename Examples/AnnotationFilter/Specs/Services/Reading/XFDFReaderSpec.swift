@testable import AnnotationFilter
import MillraceSpecs

final class XFDFReaderSpec: Spec {
    func testSpec() {
        describe("an annotation") {
            it("has what its attributes and children say") {
                let annotation = try annotation(
                    """
                    <highlight name="h1" page="2" title="A. Kim" subject="Highlight" color="#FFD100" width="1"
                        creationdate="D:20240304091235Z" date="D:20240305" rect="1,2,3,4">
                      <contents>Check this.</contents>
                      <contents-richtext><body><p>Check <b>this</b>.</p></body></contents-richtext>
                      <popup page="2" rect="1,2,3,4"><contents>not mine</contents></popup>
                    </highlight>
                    """
                )
                expect(annotation).to(
                    equal(
                        Annotation(
                            id: "h1",
                            kind: "highlight",
                            author: "A. Kim",
                            subject: "Highlight",
                            color: AnnotationColor("#FFD100"),
                            page: 2,
                            created: PDFDate("D:20240304091235Z"),
                            modified: PDFDate("D:20240305"),
                            contents: "Check this.",
                            richContents: "Check this."
                        )
                    )
                )
            }

            it("is no row where it says nothing to a reviewer") {
                let sheet = try sheet(
                    """
                    <popup page="0"/><link page="0"/><link name="a" page="0"><contents>See 08 71 00</contents></link>
                    <link name="b" page="0" title="Kim"/><widget page="0"/>
                    """
                )
                expect(sheet.ids).to(equal(["a", "b"]))
                expect(sheet.notices).to(beEmpty())
            }

            it("has a layer and a label where its tool writes them") {
                let written = try annotation(#"<line page="0" layer="A-WALL" label="Wall type 3"/>"#)
                expect([written?.layer, written?.label]).to(equal(["A-WALL", "Wall type 3"]))
            }

            it("keeps its kind, whatever it is") {
                let kinds = [
                    "text", "highlight", "underline", "strikeout", "squiggly", "freetext", "square", "circle", "line",
                    "polygon", "polyline", "ink", "stamp", "caret", "fileattachment", "redact", "sound",
                    "projection", "x-measure",
                ]
                let sheet = try sheet(kinds.map { "<\($0) page=\"0\"/>" }.joined())
                expect(sheet.annotations.map(\.kind)).to(equal(kinds))
                expect(sheet.notices).to(beEmpty())
            }

            it("shows its page counted from 1") {
                expect(try annotation("<text page='0'/>")?.pageLabel).to(equal("1"))
            }

            it("may lack author, colour, dates and contents") {
                expect(try annotation("<ink name='i' page='0' title='' color=''/>")).to(
                    equal(Annotation(id: "i", kind: "ink"))
                )
            }

            it("has its special characters back") {
                let annotation = try annotation(
                    "<text page='0' title='Smith &amp; &#x5C0F;林 &lt;&quot;&gt;'><contents>1 &lt; 2 &amp;amp; 3</contents></text>"
                )
                expect(annotation?.author).to(equal("Smith & 小林 <\">"))
                expect(annotation?.contents).to(equal("1 < 2 &amp; 3"))
            }

            it("keeps CDATA") {
                let annotation = try annotation("<text page='0'><contents>a<![CDATA[ <b> & ]]>c</contents></text>")
                expect(annotation?.contents).to(equal("a <b> & c"))
            }

            it("may stand in several pieces, of which an empty one adds nothing") {
                let pieces = ["", "a", " ", "b", ""].map { "<contents>\($0)</contents>" }.joined()
                expect(try sheet("<text page='0'>\(pieces)</text>").annotations.first?.contents).to(equal("a\nb"))
            }

            it("has \\n for every line break") {
                let annotation = try annotation(
                    "<text page='0'><contents> a&#13;b&#13;&#10;c\n\nd\r\n</contents></text>"
                )
                expect(annotation?.contents).to(equal("a\nb\nc\n\nd"))
            }

            it("is read from its plain contents, or else from its rich ones") {
                let rich = "<contents-richtext><body><p>rich</p></body></contents-richtext>"
                expect(try annotation("<text page='0'><contents>plain</contents>\(rich)</text>")?.text).to(
                    equal("plain")
                )
                expect(try annotation("<text page='0'><contents> </contents>\(rich)</text>")?.text).to(equal("rich"))
            }
        }

        describe("a real export") {
            it("may lack the namespace") {
                expect(try read("<xfdf><annots><text name='a' page='0'/></annots></xfdf>").ids).to(equal(["a"]))
            }

            it("may use a prefix, declared or not") {
                let body = "<x:annots><x:text name='a' page='0'><x:contents>hi</x:contents></x:text></x:annots>"
                for root in ["x:xfdf xmlns:x='http://ns.adobe.com/xfdf/'", "x:xfdf"] {
                    expect(try read("<\(root)>\(body)</x:xfdf>").annotations.map(\.contents)).to(equal(["hi"]))
                }
            }

            it("may have any order of attributes, and breaks between them") {
                let annotation = try annotation("<text\r\n\tcolor = '#FF0000'\n\n  page=\"3\"\n title='A'\n/>")
                expect(annotation?.color?.text).to(equal("#FF0000"))
                expect(annotation?.page).to(equal(3))
            }

            it("may hold comments, with anything in them, and processing instructions, also empty ones") {
                let sheet = try read(
                    """
                    <?xml version="1.0"?><?one?><!-- &foo; <!DOCTYPE a> --><xfdf><annots><?two?><!-- &foo; -->
                    <text name="a" page="0"><?three with data?><contents>x<?four?>y</contents></text></annots></xfdf><?five?>
                    """
                )
                expect(sheet.annotations.map(\.contents)).to(equal(["xy"]))
            }

            it("may hold form fields before the annotations, and the name of its PDF behind them") {
                let sheet = try read(
                    """
                    <xfdf><fields><field name="f"><value>1</value></field></fields>
                    <annots><text name="a" page="0"/></annots><f href="plan.pdf"/></xfdf>
                    """
                )
                expect(sheet.ids).to(equal(["a"]))
                expect(sheet.document).to(equal("plan.pdf"))
            }

            it("may hold no annotations, which is noted") {
                expect(try read("<xfdf></xfdf>").notices.map(\.problem)).to(equal([.noAnnotations]))
                let sheet = try read("<xfdf><fields><field name=\"f\"/></fields></xfdf>")
                expect(sheet.annotations).to(beEmpty())
                expect(sheet.notices.map(\.description)).to(
                    equal(["holds a form's fields and no annotations. To fix: export the annotations too"])
                )
            }

            it("may hold commands for the annotations of another file, which is noted, and no form") {
                let sheet = try read(
                    """
                    <xfdf><fields/><add><square page="0" name="a"/></add>
                    <modify/><delete><id page="0">b</id></delete></xfdf>
                    """
                )
                expect(sheet.annotations).to(beEmpty())
                let text = "commands to add, modify or delete annotations of another file, not carried out. "
                let fix = "To fix: export the annotations: 2, for example \"add square\" (lines 1, 2)"
                expect(sheet.notices.map(\.description)).to(equal([text + fix]))
            }

            it("may be larger than 10 MB") {
                let filler = String(repeating: "x", count: 1_000_000)
                let text = "<text page='0'><contents>\(filler)</contents></text>\n"
                expect(try sheet(String(repeating: text, count: 12)).annotations).to(haveCount(12))
            }
        }

        describe("a name") {
            it("that is missing is made, the same every time") {
                let annotations = "<text page='0'/><ink page='0'/><text name='unnamed-3' page='0'/><ink page='0'/>"
                let first = try sheet(annotations).ids
                expect(first).to(equal(["unnamed-1", "unnamed-2", "unnamed-3", "unnamed-4"]))
                expect(try sheet(annotations).ids).to(equal(first))
                let others = "<popup/><text inreplyto='x' state='Accepted'/>"
                expect(try sheet("<text page='0'/>\(others)<ink page='0'/>").ids).to(equal(["unnamed-1", "unnamed-2"]))
            }

            it("that repeats is made unique, without taking another's") {
                func names(_ names: String...) throws -> [String] {
                    try sheet(names.map { "<text page='0' name='\($0)'/>" }.joined()).ids
                }
                expect(try names("a", "a-2", "a", "a")).to(equal(["a", "a-2", "a-3", "a-4"]))
                expect(try names("a", "a", "a-2")).to(equal(["a", "a-3", "a-2"]))
                expect(try names("", "unnamed-1")).to(equal(["unnamed-2", "unnamed-1"]))
            }
        }
    }
}
