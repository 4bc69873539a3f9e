import MillraceSpecs
import TestSupport

@testable import MillraceTerminal

final class TerminalParagraphSpec: Spec {
    func testSpec() {
        describe("a paragraph") {
            func lines(_ paragraph: TerminalParagraph, _ columns: Int) -> [String] {
                paragraph.lines(columns: columns).map(\.text)
            }

            it("keeps a word whole, wherever spans begin, and each style at its place") {
                let paragraph = TerminalParagraph(["to ab", TerminalSpan("cd ef", .bold), "g"])
                let expected = [
                    TerminalLine("to"), TerminalLine(["ab", TerminalSpan("cd", .bold)]),
                    TerminalLine([TerminalSpan("ef", .bold), "g"]),
                ]
                expect(paragraph.lines(columns: 4)).to(equal(expected))
                expect(paragraph.lines(columns: 7)).to(
                    equal([TerminalLine(["to ab", TerminalSpan("cd", .bold)]), expected[2]])
                )
            }

            it("has the style of a blank that stands between words, and leaves out the others") {
                let paragraph = TerminalParagraph([" a", TerminalSpan("  ", .reversed), " b \n c"])
                expect(paragraph.lines(columns: 9)).to(
                    equal([TerminalLine(["a", TerminalSpan(" ", .reversed), "b"]), TerminalLine("c")])
                )
            }

            it("begins with the mark of an item, and goes on below its text") {
                expect(lines(TerminalParagraph(["one two\nthree"], first: "• "), 6)).to(
                    equal(["• one", "  two", "  thre", "  e"])
                )
            }

            it("has the bar of a quotation on each line, also on an empty one") {
                let quotation = TerminalParagraph(["one two\n\nsix"], first: "│ ", others: "│ ")
                expect(lines(quotation, 6)).to(equal(["│ one", "│ two", "│ ", "│ six"]))
            }

            it("leaves half of a narrow width to the text") {
                let deep = TerminalParagraph(["abcd"], first: "│ │ │ ", others: "日日日")
                expect(lines(deep, 4)).to(equal(["│ ab", "日cd"]))
                expect(lines(deep, 3)).to(equal(["│ab", "cd"]))
                expect(lines(deep, 1)).to(equal(["a", "b", "c", "d"]))
                expect(lines(deep, 0)).to(equal([]))
            }

            it("keeps the blanks of code, breaks it where a line is full, and has tabs reach to every fourth column") {
                let code = TerminalParagraph(["  if x {\n\ta\t  b\n}\n"], keepsBlanks: true)
                expect(lines(code, 20)).to(equal(["  if x {", "    a     b", "}", ""]))
                expect(lines(code, 5)).to(equal(["  if ", "x {", "    a", "     ", "b", "}", ""]))
            }

            it("is one empty line without a text") {
                expect(TerminalParagraph([]).lines(columns: 5)).to(equal([TerminalLine()]))
            }

            let size = Programs.size(1_000_000)
            it("breaks a text of \(size) characters, and one cluster of half as many scalars") {
                let word = TerminalParagraph([TerminalSpan(String(repeating: "x", count: size))])
                expect(word.lines(columns: 100)).to(haveCount(size / 100))
                let cluster = TerminalParagraph([TerminalSpan("e" + String(repeating: "\u{301}", count: size / 2))])
                expect(cluster.lines(columns: 10).map(\.columns)).to(equal([1]))
                let hebrew = TerminalParagraph([TerminalSpan("\u{202E}" + String(repeating: "שלום ", count: 1_000))])
                expect(hebrew.lines(columns: 9).allSatisfy { $0.text == "שלום שלום" }).to(beTrue())
                let syllables = TerminalParagraph([TerminalSpan(String(repeating: "\u{1100}", count: size / 10))])
                expect(syllables.lines(columns: 10).map(\.columns)).to(equal([64]))
            }

            it("is what plain code makes of its characters, in every width") {
                var random = SeededGenerator(.current)
                for _ in 0..<1_000 {
                    let spans = RandomLines.text(Int.random(in: 0...30, using: &random), using: &random)
                    let columns = Int.random(in: 1...14, using: &random)
                    let shown = TerminalParagraph(spans).lines(columns: columns)
                    expect(shown).to(
                        equal(plainLines(of: spans, columns)),
                        description: "seed \(Seed.current), \(columns) columns, \(spans)"
                    )
                    let texts = TerminalText(spans.map(\.text).joined()).lines(columns: columns)
                    expect(shown.map(\.text)).to(equal(texts), description: "seed \(Seed.current)")
                }
            }
        }
    }
}

/// The lines, made word by word and character by character.
private func plainLines(of spans: [TerminalSpan], _ columns: Int) -> [TerminalLine] {
    let characters = spans.flatMap { span in span.text.map { TerminalSpan(String($0), span.style) } }
    func width(_ spans: [TerminalSpan]) -> Int { spans.reduce(0) { $0 + TerminalText($1.text).columns } }
    return characters.split(omittingEmptySubsequences: false) { $0.text == "\n" }.flatMap { paragraph in
        var (lines, line, blank) = ([TerminalLine](), [TerminalSpan](), TerminalSpan?.none)
        var rest = paragraph
        while let next = rest.first {
            if next.text == " " {
                blank = blank ?? next
                rest.removeFirst()
                continue
            }
            let word = rest.prefix { $0.text != " " }
            rest = rest.dropFirst(word.count)
            if !line.isEmpty, let blank {
                if width(line) + 1 + width(Array(word)) <= columns {
                    line.append(blank)
                } else {
                    lines.append(TerminalLine(line))
                    line = []
                }
            }
            blank = nil
            for character in word {
                if !line.isEmpty, width(line) + width([character]) > columns {
                    lines.append(TerminalLine(line))
                    line = []
                }
                line.append(character)
            }
        }
        return lines + [TerminalLine(line)]
    }
}
