import MillraceSpecs
import MillraceTerminal

final class TerminalPaneSpec: Spec {
    func testSpec() {
        describe("a pane") {
            let numbers = (1...9).map { TerminalPane.Paragraph("\($0)") }
            var pane = TerminalPane()
            beforeEach { pane = TerminalPane(numbers, size: TerminalSize(columns: 10, rows: 3)) }

            func text(_ columns: Int = 10, _ rows: Int = 3) -> [String] {
                var canvas = TerminalCanvas(size: TerminalSize(columns: columns, rows: rows))
                canvas.draw(pane, in: TerminalRegion(size: canvas.size))
                return canvas.text
            }

            it("shows the beginning, and how much there is below") {
                expect(text()).to(equal(["1", "2", "3      ↓ 6"]))
            }

            it("scrolls by lines and pages, not beyond the ends") {
                let steps: [(TerminalKey, [String])] = [
                    (.up, ["1", "2", "3      ↓ 6"]), (.down, ["2      ↑ 1", "3", "4      ↓ 5"]),
                    (.pageDown, ["4      ↑ 3", "5", "6      ↓ 3"]), (.end, ["7      ↑ 6", "8", "9"]),
                    (.down, ["7      ↑ 6", "8", "9"]), (.pageUp, ["5      ↑ 4", "6", "7      ↓ 2"]),
                    (.home, ["1", "2", "3      ↓ 6"]), (.character(" "), ["3      ↑ 2", "4", "5      ↓ 4"]),
                ]
                for (key, lines) in steps {
                    expect(pane.move(key)).to(beTrue())
                    expect(text()).to(equal(lines), description: "\(key)")
                }
                expect(pane.move(.enter)).to(beFalse())
            }

            it("breaks lines between words, below each other where they are moved to the right") {
                pane = TerminalPane([.init("a wall of 1.20 m", indentation: 5, label: "Text")])
                pane.resize(to: TerminalSize(columns: 12, rows: 4))
                expect(text(12, 4)).to(equal(["Text a wall", "     of 1.20", "     m", ""]))
            }

            it("begins again with another text, and stays where it is with the same") {
                pane.move(.end)
                pane.show(numbers)
                expect(text()[2]).to(equal("9"))
                pane.show([.init("x")])
                expect(text()).to(equal(["x", "", ""]))
            }

            it("stays within the text when it gets more room") {
                pane.move(.end)
                pane.resize(to: TerminalSize(columns: 10, rows: 12))
                expect(text(10, 12).first).to(equal("1"))
            }

            it("is drawn on any size") {
                for (columns, rows) in [(0, 0), (1, 1), (2, 9), (40, 1)] {
                    pane.resize(to: TerminalSize(columns: columns, rows: rows))
                    for key in [TerminalKey.down, .end, .pageUp] { pane.move(key) }
                    expect(text(columns, rows)).to(haveCount(rows))
                }
            }
        }
    }
}
