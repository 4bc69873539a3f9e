import Foundation
import Millrace
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

final class FormattedTextSpec: Spec {
    func testSpec() {
        /// The text with `*` around what is strong, "`" around code, and `~` around what is struck.
        func marked(_ html: String) -> String {
            FormattedText(html: html).parts.map { part in
                var text = part.text
                if part.marks.contains(.code) { text = "`\(text)`" }
                if part.marks.contains(.struck) { text = "~\(text)~" }
                return part.marks.contains(.strong) ? "*\(text)*" : text
            }
            .joined()
        }

        describe("a formatted text") {
            for (html, expected) in [
                ("plain", "plain"), ("It must be <em>now</em>.", "It must be *now*."),
                ("<b>a<i>b</i></b> <code>x &lt; y</code>", "*ab* `x < y`"), ("<del>no</del> yes", "~no~ yes"),
                ("<strong data-mx-color=\"#f00\">red</strong>", "*red*"), ("a<br/>b<br>c", "a\nb\nc"),
                ("<p>one</p><p>two</p>", "one\ntwo"),
                ("<ul>\n<li>a</li>\n<li><p>b</p></li></ul>", "• a\n• b"), ("a<br><br>b<p>c</p>\n", "a\nb\nc"),
                ("a<pre><code>b\n  c\n</code></pre>d", "a\n`b\n  c`\nd"), ("<blockquote>a</blockquote>b", "> a\nb"),
                ("<h2>a</h2><ol><li>b</li><li>c</li></ol>", "*a*\n1. b\n2. c"),
                ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
                ("a\nb", "a b"), ("&amp;&quot;&#39;&#x41;&nbsp;&unknown;&", "&\"'A\u{A0}&unknown;&"),
                ("<mx-reply><blockquote>old</blockquote></mx-reply>new", "new"),
                ("<unknown>a</unknown></b></i>b", "ab"), ("a < b", "a < b"), ("<b>open", "*open*"), ("<", "<"),
                ("", ""),
            ] {
                it("is read: \(html)") {
                    expect(marked(html)).to(equal(expected))
                }
            }

            it("is a text whatever it is made of, and soon") {
                var random = SeededGenerator(.current)
                let pieces = ["<", ">", "</", "/>", "b", "code", " ", "&", ";", "&#", "x", "mx-reply", "é", "🙂", "\n"]
                for _ in 0..<200 {
                    let count = Int.random(in: 0..<40, using: &random)
                    let html = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
                    _ = TerminalParagraph(FormattedText(html: html).spans(.plain)).lines(columns: 3)
                }
                expect(FormattedText(html: String(repeating: "<", count: 60_000)).text).to(haveCount(60_000))
                let deep = FormattedText(html: String(repeating: "<b>", count: 20_000) + "deep")
                expect(deep.text).to(equal("deep"))
            }

            it("has its emphasis in each line, also behind wide characters") {
                let spans = FormattedText(html: "ab 陈 <b>cd efg</b> h").spans(.dim)
                let strong = TerminalStyle(isBold: true, isDim: true)
                let expected = [
                    TerminalLine([TerminalSpan("ab 陈 ", .dim), TerminalSpan("cd", strong)]),
                    TerminalLine([TerminalSpan("efg", strong), TerminalSpan(" h", .dim)]),
                ]
                expect(TerminalParagraph(spans).lines(columns: 8)).to(equal(expected))
            }
        }

        describe("on the screen") {
            @TestState var stage = Stage()

            func canvas() -> TerminalCanvas {
                let size = Observable(TerminalSize(columns: 80, rows: 16))
                return ChatScreen(of: stage.chat, size: size, on: stage.scheduler, pace: .zero).canvas.value
            }

            func say(_ content: JSONValue) {
                stage.server.change {
                    _ = $0.add(["type": "m.room.message", "sender": "@ada:x", "content": content], to: "!tea")
                }
            }

            it("is drawn with its emphasis") {
                say([
                    "msgtype": "m.text", "body": "It must be *now*.", "format": "org.matrix.custom.html",
                    "formatted_body": "It must be <em>now</em>.",
                ])
                stage.signIn()
                let row = canvas().text.firstIndex { $0.contains("It must be") }!
                let text = canvas().text[row]
                expect(text).to(match("@ada:x: It must be now\\.$"))
                let column = text.distance(from: text.startIndex, to: text.range(of: "now")!.lowerBound)
                expect(canvas().cells[row][column].style.isBold).to(beTrue())
                expect(canvas().cells[row][column - 2].style.isBold).to(beFalse())
            }

            it("is told from a notice, which a program has written") {
                say(["msgtype": "m.notice", "body": "Backup done."])
                say(["msgtype": "m.text", "body": "Thanks."])
                stage.signIn()
                let rows = ["Backup", "Thanks"].map { text in canvas().text.firstIndex { $0.contains(text) }! }
                let styles = rows.map { canvas().cells[$0][40].style.foreground }
                expect(styles).to(equal([.cyan, nil]))
            }
        }
    }
}
