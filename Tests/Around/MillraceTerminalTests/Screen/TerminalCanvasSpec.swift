import MillraceSpecs
import MillraceTerminal

final class TerminalCanvasSpec: Spec {
    func testSpec() {
        describe("a canvas") {
            var canvas = TerminalCanvas(size: TerminalSize(columns: 6, rows: 2))
            beforeEach { canvas = TerminalCanvas(size: TerminalSize(columns: 6, rows: 2)) }

            it("shows what was drawn where it was drawn") {
                canvas.draw("ab", row: 1, column: 2)
                expect(canvas.text).to(equal(["", "  ab"]))
            }

            it("tells how many columns a text took") {
                expect(canvas.draw("日本", row: 0, column: 0)).to(equal(4))
                expect(canvas.draw("日本語日本語", row: 0, column: 0)).to(equal(5))
            }

            it("cuts what is too long for the width or the canvas") {
                canvas.draw("abcdefg", row: 0, column: 0)
                canvas.draw("abcdefg", row: 1, column: 1, width: 3)
                expect(canvas.text).to(equal(["abcde…", " ab…"]))
            }

            it("draws nothing outside") {
                canvas.draw("abc", row: 2, column: 0)
                canvas.draw("abc", row: -1, column: 0)
                canvas.draw("abc", row: 0, column: 6)
                canvas.draw("abc", row: 1, column: -2)
                canvas.clear(TerminalRegion(column: -5, row: 1, columns: 20, rows: 20))
                expect(canvas.text).to(equal(["", ""]))
            }

            it("leaves no half of a wide character that is drawn over") {
                canvas.draw("日本語", row: 0, column: 0)
                canvas.draw("x", row: 0, column: 1)
                canvas.draw("y", row: 0, column: 4)
                expect(canvas.text).to(equal([" x本y", ""]))
            }

            it("leaves no half of a wide character at the edge of a cleared region") {
                canvas.draw("日本語", row: 0, column: 0)
                canvas.clear(TerminalRegion(column: 1, row: 0, columns: 2, rows: 1))
                expect(canvas.text).to(equal(["    語", ""]))
            }

            it("has no width for a wide character at the right edge") {
                canvas.draw("日", row: 0, column: 5)
                expect(canvas.text).to(equal(["     …", ""]))
            }

            it("may have no cells at all") {
                var none = TerminalCanvas(size: TerminalSize(columns: -1, rows: 0))
                none.draw("abc", row: 0, column: 0)
                expect(none.text).to(beEmpty())
            }
        }
    }
}
