import MillraceSpecs
import MillraceTerminal

/// The text of a drawn screen, as it is printed and recorded.
final class TerminalCanvasTextSpec: Spec {
    private func canvas(columns: Int, rows: Int, _ draw: (inout TerminalCanvas) -> Void) -> TerminalCanvas {
        var canvas = TerminalCanvas(size: TerminalSize(columns: columns, rows: rows))
        draw(&canvas)
        return canvas
    }

    func testSpec() {
        describe("a canvas") {
            it("is its size and its rows") {
                let drawn = self.canvas(columns: 9, rows: 3) { $0.draw("flour 粉", row: 1, column: 1) }
                expect("\(drawn)") == "9 × 3\n│\n│ flour 粉\n│"
            }

            it("says where the caret is") {
                let drawn = self.canvas(columns: 9, rows: 0) { $0.caret = .init(row: 1, column: 2) }
                expect("\(drawn)") == "9 × 0, caret in row 1, column 2"
            }

            it("has a letter for the style of each cell, and what the letters mean") {
                let drawn = self.canvas(columns: 8, rows: 2) {
                    $0.draw("粉 mill", row: 0, column: 0, style: .reversed)
                    $0.draw("red", row: 1, column: 1, style: TerminalStyle(isBold: true, foreground: .red))
                    $0.draw("b", row: 1, column: 4, style: .bold)
                    $0.draw("o", row: 1, column: 5, style: .init(foreground: .rgb(.init(red: 1, green: 2, blue: 3))))
                }
                expect("\(drawn)") == """
                    8 × 2
                    │粉 mill
                    │ redbo
                    styles
                    │rrrrrrr
                    │.AAAbB
                    r reversed
                    A bold, color 1
                    b bold
                    B color 1, 2, 3
                    """
            }
        }
    }
}
