import MillraceSpecs
import MillraceTerminal

final class TerminalLayoutSpec: Spec {
    func testSpec() {
        describe("the layout of a screen") {
            it("has a heading, a body, a notice and hints, one below the other, for each size") {
                for rows in 0...30 {
                    let layout = TerminalLayout(TerminalSize(columns: 20, rows: rows))
                    let parts = [layout.heading, layout.body, layout.notice, layout.hints]
                    expect(parts.map(\.size.rows).reduce(0, +)).to(equal(rows))
                    expect(parts.map(\.size.columns)).to(equal([20, 20, 20, 20]))
                    var row = 0
                    for part in parts where part.size.rows > 0 {
                        expect(part.row).to(equal(row))
                        row += part.size.rows
                    }
                }
            }

            it("keeps the body and the notice where there are few rows") {
                func rows(of count: Int) -> [Int] {
                    let layout = TerminalLayout(TerminalSize(columns: 20, rows: count))
                    return [layout.heading, layout.body, layout.notice, layout.hints].map(\.size.rows)
                }
                expect(rows(of: 1)).to(equal([0, 0, 1, 0]))
                expect(rows(of: 3)).to(equal([0, 2, 1, 0]))
                expect(rows(of: 4)).to(equal([1, 2, 1, 0]))
                expect(rows(of: 5)).to(equal([1, 2, 1, 1]))
            }
        }

        describe("a line with an end") {
            func drawn(_ line: TerminalLine, _ end: TerminalLine, columns: Int, rows: Int = 1) -> String {
                var canvas = TerminalCanvas(size: TerminalSize(columns: columns + 2, rows: 2))
                canvas.draw(line, end: end, in: TerminalRegion(column: 1, row: 0, columns: columns, rows: rows))
                return canvas.text[0]
            }

            it("has the end at the right, and is cut before it") {
                expect(drawn("Posts", "12 new", columns: 14)).to(equal(" Posts   12 new"))
                expect(drawn("Posts", "12 new", columns: 10)).to(equal(" Po… 12 new"))
                expect(drawn("Posts", "12 new", columns: 5)).to(equal(" 12 n…"))
                expect(drawn("Posts", "", columns: 5)).to(equal(" Posts"))
                expect(drawn("Posts", "12 new", columns: 14, rows: 0)).to(equal(""))
            }
        }
    }
}
