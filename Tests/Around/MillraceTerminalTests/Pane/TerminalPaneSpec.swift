import MillraceSpecs
import MillraceTerminal

final class TerminalPaneSpec: Spec {
    func testSpec() {
        describe("a pane") {
            let numbers = (1...9).map { TerminalPane.Paragraph("\($0)") }
            let size = TerminalSize(columns: 10, rows: 3)
            var pane = TerminalPane(numbers, size: size)
            beforeEach { pane = TerminalPane(numbers, size: size) }

            func text(_ columns: Int = 10, _ rows: Int = 3) -> [String] {
                var canvas = TerminalCanvas(size: TerminalSize(columns: columns, rows: rows))
                canvas.draw(pane, in: TerminalRegion(size: canvas.size))
                return canvas.text
            }

            it("shows the beginning, and how much there is below") {
                expect(text()).to(equal(["1", "2", "3        ↓"]))
            }

            it("scrolls by lines and pages, not beyond the ends") {
                let steps: [(TerminalKey, [String])] = [
                    (.up, ["1", "2", "3        ↓"]), (.down, ["2        ↑", "3", "4        ↓"]),
                    (.pageDown, ["4        ↑", "5", "6        ↓"]), (.end, ["7        ↑", "8", "9"]),
                    (.down, ["7        ↑", "8", "9"]), (.pageUp, ["5        ↑", "6", "7        ↓"]),
                    (.home, ["1", "2", "3        ↓"]), (.character(" "), ["3        ↑", "4", "5        ↓"]),
                ]
                for (key, lines) in steps {
                    expect(pane.move(key)).to(beTrue())
                    expect(text()).to(equal(lines), description: "\(key)")
                }
                expect(pane.move(.enter)).to(beFalse())
            }

            it("breaks lines between words, below each other where they are moved to the right") {
                let size = TerminalSize(columns: 12, rows: 4)
                pane = TerminalPane([.init("a wall of 1.20 m", indentation: 5, label: "Text")], size: size)
                expect(text(12, 4)).to(equal(["Text a wall", "     of 1.20", "     m", ""]))
            }

            it("goes on where it was, in the room that there is then") {
                pane.move(.end)
                pane = TerminalPane(numbers, size: size, firstLine: pane.firstLine)
                expect(text()).to(equal(["7        ↑", "8", "9"]))
                pane = TerminalPane(numbers, size: TerminalSize(columns: 10, rows: 12), firstLine: pane.firstLine)
                expect(text(10, 12).first).to(equal("1"))
            }

            it("is drawn on any size") {
                for (columns, rows) in [(0, 0), (1, 1), (2, 9), (40, 1)] {
                    pane = TerminalPane(numbers, size: TerminalSize(columns: columns, rows: rows))
                    for key in [TerminalKey.down, .end, .pageUp] { pane.move(key) }
                    expect(text(columns, rows)).to(haveCount(rows))
                }
            }
        }
    }
}
