import MillraceSpecs

@testable import MillraceTerminal

final class TerminalLineSpec: Spec {
    func testSpec() {
        describe("a line") {
            it("has the text of its spans, and as many columns as that takes") {
                let line = TerminalLine([TerminalSpan("田中", .bold), ": e\u{301}👩‍👩‍👧‍👦"])
                expect(line.text).to(equal("田中: e\u{301}👩‍👩‍👧‍👦"))
                expect(line.columns).to(equal(9))
                expect(TerminalLine().columns).to(equal(0))
            }

            it("has spaces for line breaks and tabs, and nothing that acts on the terminal") {
                expect(TerminalLine("a\tb\r\nc\u{1B}[2J\u{202E}").text).to(equal("a b c␛[2J"))
            }

            it("is equal to another that looks the same, however it was made") {
                let pieces = TerminalLine([
                    TerminalSpan("a", .bold), TerminalSpan("", .dim), TerminalSpan("b", .bold), "c",
                ])
                var whole = TerminalLine("ab", style: .bold)
                whole.append("c")
                expect(pieces).to(equal(whole))
                expect(pieces).toNot(equal(TerminalLine("abc", style: .bold)))
                expect(pieces).toNot(equal(TerminalLine([TerminalSpan("a", .bold), "bc"])))
                expect(TerminalLine("👍🏽")).toNot(equal(TerminalLine("👍🏿")))
            }

            it("is cut with a mark where it is to be shorter, never in the midst of a character") {
                for (text, columns, expected) in [
                    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本", 3, "日…"), ("日本語", 4, "日…"), ("日本", 1, "…"),
                    ("a", 0, ""), ("a\u{301}b", 1, "…"), ("aa\u{301}b", 2, "a…"), ("aba\u{301}", 2, "a…"),
                    ("a\u{301}", 1, "a\u{301}"),
                    ("👍🏽👍🏽", 3, "👍🏽…"),
                ] {
                    expect(TerminalLine(text, truncatedTo: columns).text).to(equal(expected))
                }
            }

            it("tells what is in each column, and equals what shows the same, of ASCII and of other characters") {
                for text in ["plain", "sänger", "日本 go", "a👍🏽b"] {
                    let (line, other) = (TerminalLine(text, style: .bold), TerminalLine([TerminalSpan(text, .bold)]))
                    expect(line).to(equal(other))
                    expect(line.text).to(equal(text))
                    expect(line).toNot(equal(TerminalLine(String(text.dropLast()) + "!", style: .bold)))
                    expect(line).toNot(equal(TerminalLine(text)))
                    var canvas = TerminalCanvas(size: TerminalSize(columns: 12, rows: 1))
                    canvas.draw(line, row: 0, column: 1)
                    canvas.draw("!", row: 0, column: 11)
                    expect(canvas.text).to(equal([" \(text)" + String(repeating: " ", count: 10 - line.columns) + "!"]))
                }
            }

            it("shows the beginning of a cluster of a million scalars, and does not take long to draw") {
                let hostile = "a" + String(repeating: "\u{301}", count: 1_000_000) + "b"
                let line = TerminalLine(hostile)
                expect(line.columns).to(equal(2))
                expect(line.text.unicodeScalars).to(haveCount(33))
                var canvas = TerminalCanvas(size: TerminalSize(columns: 4, rows: 1))
                for _ in 0..<1_000 { canvas.draw(line, row: 0, column: 0) }
                expect(canvas.text.first?.unicodeScalars).to(haveCount(33))
            }

            it("is made of every character, alone and with others") {
                var random = SeededGenerator(.current)
                for value in stride(from: UInt32(0), through: 0x10FFFF, by: 397) {
                    guard let scalar = Unicode.Scalar(value) else { continue }
                    let others = (0..<3).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x3000, using: &random))
                    }
                    let text = String(String.UnicodeScalarView([scalar] + others))
                    let line = TerminalLine(text)
                    let isSame = line.columns == text.compactMap(TerminalGlyph.init).reduce(0) { $0 + $1.columns }
                    expect(isSame).to(
                        beTrue(),
                        description: "\(text.unicodeScalars.map(\.value)), seed \(Seed.current)"
                    )
                }
            }
        }

        describe("a part of a line") {
            it("is the line that is made of that part") {
                var random = SeededGenerator(.current)
                for _ in 0..<500 {
                    let glyphs = RandomLines.glyphs(Int.random(in: 0...20, using: &random), using: &random)
                    let line = TerminalLine(glyphs)
                    let starts = glyphs.reduce(into: [0]) { $0.append($0.last! + TerminalText($1.text).columns) }
                    let from = starts.indices.randomElement(using: &random)!
                    let to = Int.random(in: from..<starts.count, using: &random)
                    let expected = TerminalLine(Array(glyphs[from..<to]))
                    let run = GlyphRun(line)
                    let part = run.line(starts[from]..<starts[to])
                    expect(part).to(equal(expected), description: "seed \(Seed.current), \(from)..<\(to) of \(glyphs)")
                    var both = run.line(0..<starts[from])
                    both.append(run.line(starts[from]..<line.columns))
                    expect(both).to(equal(line), description: "seed \(Seed.current)")
                }
            }
        }
    }
}
