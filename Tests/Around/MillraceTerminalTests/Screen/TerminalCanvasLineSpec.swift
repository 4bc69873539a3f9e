import MillraceSpecs

@testable import MillraceTerminal

final class TerminalCanvasLineSpec: Spec {
    func testSpec() {
        describe("a line drawn on a canvas") {
            func canvas(_ columns: Int = 6) -> TerminalCanvas {
                TerminalCanvas(size: TerminalSize(columns: columns, rows: 1))
            }

            it("is drawn in its styles, and reversed where that is asked for") {
                var drawn = canvas()
                let line = TerminalLine([TerminalSpan("a", .bold), "日"])
                drawn.draw(line, row: 0, column: 1)
                expect(drawn.text).to(equal([" a日"]))
                expect(drawn.cells[0].map(\.style.isBold)).to(equal([false, true, false, false, false, false]))
                drawn.draw(line, row: 0, column: 1, isReversed: true)
                expect(drawn.cells[0].map(\.style.isReversed)).to(equal([false, true, true, true, false, false]))
                expect(drawn.cells[0][1].style.isBold).to(beTrue())
            }

            it("is cut at the width and at the edges, and no half of a character is left") {
                let line = TerminalLine("日本語")
                for (column, width, expected) in [
                    (0, 6, "日本語"), (0, 5, "日本…"), (0, 4, "日…"), (1, 9, " 日本…"), (-1, 9, " 本語"), (-2, 5, "本…"),
                    (-2, 1, ""), (-6, 9, ""), (6, 9, ""), (.max, .max, ""), (.min, .max, ""), (0, 0, ""), (0, -1, ""),
                ] {
                    var drawn = canvas()
                    drawn.draw(line, row: 0, column: column, width: width)
                    drawn.draw(line, row: 1, column: column, width: width)
                    drawn.draw(line, row: -1, column: column, width: width)
                    expect(drawn.text).to(equal([expected]), description: "column \(column), width \(width)")
                }
            }

            it("makes canvases equal that look the same, however they came to be") {
                var (one, other) = (canvas(), canvas())
                one.draw("👍🏽👍🏿", row: 0, column: 0)
                other.draw("👍🏿👍🏿", row: 0, column: 0)
                expect(one).toNot(equal(other))
                other.draw("👍🏽", row: 0, column: 0)
                expect(one).to(equal(other))
                other.clear(TerminalRegion(size: other.size))
                expect(other).to(equal(canvas()))
            }

            it("keeps no more clusters than there may be, however often a row is drawn over") {
                var drawn = canvas()
                for _ in 0..<1_000 { drawn.draw("👍🏽e\u{301}", row: 0, column: 1) }
                expect(drawn.cells[0].clusters.count).to(beLessThan(20))
                expect(drawn.text).to(equal([" 👍🏽e\u{301}"]))
            }

            it("shows what plain code would draw, character by character, whatever was drawn before") {
                var random = SeededGenerator(.current)
                for round in 0..<300 {
                    let columns = Int.random(in: 0...9, using: &random)
                    var (drawn, plain) = (canvas(columns), PlainRow(columns: columns))
                    for _ in 0..<6 {
                        let spans = RandomLines.glyphs(Int.random(in: 0...6, using: &random), using: &random)
                        let column = Int.random(in: -4...9, using: &random)
                        let width = Int.random(in: 0...9, using: &random)
                        drawn.draw(TerminalLine(spans), row: 0, column: column, width: width)
                        plain.draw(spans, at: column, width: width)
                    }
                    let cells = drawn.cells[0]
                    let same = cells.map { PlainRow.text(of: $0.code, in: cells) } == plain.texts
                    let styled = cells.map(\.style) == plain.styles
                    expect(same && styled).to(beTrue(), description: "seed \(Seed.current), round \(round)")
                }
            }
        }
    }
}

/// A row of cells, each with the text that begins there, or nil.
private struct PlainRow {
    var texts: [String?]
    var styles: [TerminalStyle]

    init(columns: Int) {
        texts = Array(repeating: " ", count: columns)
        styles = Array(repeating: .plain, count: columns)
    }

    static func text(of code: GlyphCode, in row: TerminalCanvas.Row) -> String? {
        code == .further ? nil : row.cluster(of: code).map { String($0) } ?? String(code.scalar)
    }

    mutating func draw(_ spans: [TerminalSpan], at column: Int, width: Int) {
        let available = min(width, texts.count - max(column, 0))
        func columns(of spans: [TerminalSpan]) -> Int { spans.reduce(0) { $0 + TerminalText($1.text).columns } }
        var (shown, cut) = (spans, TerminalStyle?.none)
        while columns(of: shown) + (cut == nil ? 0 : 1) > available, let last = shown.popLast() { cut = last.style }
        if let cut, available > 0 { shown.append(TerminalSpan("…", cut)) }
        var place = column
        for span in shown {
            let count = TerminalText(span.text).columns
            let isWhole = place >= 0
            for part in place..<(place + count) where texts.indices.contains(part) {
                blank(part)
                (texts[part], styles[part]) = (isWhole ? nil : " ", span.style)
            }
            if isWhole { texts[place] = span.text }
            place += count
        }
    }

    /// Blanks the glyph that a cell is part of.
    private mutating func blank(_ column: Int) {
        var start = column
        while texts[start] == nil { start -= 1 }
        texts[start] = " "
        var next = start + 1
        while next < texts.count, texts[next] == nil {
            texts[next] = " "
            next += 1
        }
    }
}
