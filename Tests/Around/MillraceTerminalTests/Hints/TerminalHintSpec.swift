import MillraceSpecs

@testable import MillraceTerminal

final class TerminalHintSpec: Spec {
    func testSpec() {
        describe("hints") {
            let hints = [
                TerminalHint("q", "quit"), TerminalHint("/", "search"), TerminalHint("c", "clear", isEnabled: false),
            ]

            func canvas(_ columns: Int, _ rows: Int) -> TerminalCanvas {
                var canvas = TerminalCanvas(size: TerminalSize(columns: columns, rows: rows))
                canvas.draw(hints, in: TerminalRegion(size: canvas.size))
                return canvas
            }

            it("stand one behind the other") {
                expect(canvas(40, 1).text).to(equal([" q  quit   /  search   c  clear"]))
            }

            it("go on in the next row, and are left out as a whole where there is none") {
                expect(canvas(20, 2).text).to(equal([" q  quit   /  search", " c  clear"]))
                expect(canvas(19, 2).text).to(equal([" q  quit", " /  search"]))
            }

            it("keep the one that shows all keys, in its place or before all others") {
                let keys = hints + [TerminalHint("?", "help")]
                func drawn(_ columns: Int, _ rows: Int = 1) -> [String] {
                    var canvas = TerminalCanvas(size: TerminalSize(columns: columns, rows: rows))
                    canvas.draw(keys, in: TerminalRegion(size: canvas.size))
                    return canvas.text
                }
                expect(drawn(50)).to(equal([" q  quit   /  search   c  clear   ?  help"]))
                expect(drawn(30)).to(equal([" ?  help   q  quit   /  search"]))
                expect(drawn(20)).to(equal([" ?  help   q  quit"]))
                expect(drawn(20, 3)).to(equal([" q  quit   /  search", " c  clear   ?  help", ""]))
                expect(drawn(0, 0)).to(equal([]))
            }

            it("are cut where one alone is too wide, and draw nothing where there is no room") {
                expect(canvas(6, 1).text).to(equal([" q  q…"]))
                expect(canvas(0, 0).text).to(equal([]))
            }

            it("reverse the keys that do something") {
                let keys = [1, 10, 22].map { canvas(40, 1).cells[0][$0].style }
                expect(keys).to(equal([.reversed, .reversed, .dim]))
            }
        }
    }
}
