import MillraceSpecs
import MillraceTerminal

final class TerminalPageSpec: Spec {
    func testSpec() {
        func page(rows: Int, firstLine: Int = 0) -> TerminalPage {
            TerminalPage(
                (1...6).map { TerminalPane.Paragraph("line \($0)") },
                hints: [TerminalHint("esc", "back")],
                size: TerminalSize(columns: 20, rows: rows),
                firstLine: firstLine
            )
        }

        describe("a page") {
            it("fills the terminal, with the hints on the last row") {
                let text = page(rows: 8).canvas.text
                expect(text.count).to(equal(8))
                expect(Array(text[...5])).to(equal((1...6).map { "line \($0)" }))
                expect(text[7]).to(contain("back"))
            }

            it("leaves the hints out where there is little room") {
                expect(page(rows: 3).canvas.text.joined()).toNot(contain("back"))
            }

            it("scrolls, and is closed by any other key") {
                let line = page(rows: 4).firstLine(after: .down)
                expect(line).to(equal(1))
                expect(page(rows: 4, firstLine: 1).canvas.text[0]).to(beginWith("line 2"))
                expect(page(rows: 4).firstLine(after: .escape)).to(beNil())
            }
        }
    }
}
