import MillraceSpecs
import MillraceTerminal

final class TerminalTextLinesSpec: Spec {
    func testSpec() {
        describe("text in lines") {
            func lines(_ text: String, _ columns: Int) -> [String] { TerminalText(text).lines(columns: columns) }

            it("breaks between words, and leaves out the blanks there") {
                expect(lines("wall  1.20 m high", 9)).to(equal(["wall 1.20", "m high"]))
                expect(lines("wall 1.20 m high", 8)).to(equal(["wall", "1.20 m", "high"]))
            }

            it("breaks where the text does, also where nothing stands between") {
                expect(lines("a\n\nb c\r\n", 9)).to(equal(["a", "", "b c", ""]))
                expect(lines("", 9)).to(equal([""]))
            }

            it("breaks a word only where a line is too short for it") {
                expect(lines("to abcdefghijk l", 4)).to(equal(["to", "abcd", "efgh", "ijk", "l"]))
            }

            it("counts columns, not characters") {
                expect(lines("田中 伊藤", 4)).to(equal(["田中", "伊藤"]))
                expect(lines("田中", 3)).to(equal(["田", "中"]))
            }

            it("shows all of a wide character in a single column, and nothing in none") {
                expect(lines("田中", 1)).to(equal(["田", "中"]))
                expect(lines("a", 0)).to(equal([]))
            }

            it("has every word of a text, in order, on lines that are full as far as words let them") {
                var random = SeededGenerator(.current)
                for _ in 0..<300 {
                    let words = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                        String(repeating: "x", count: Int.random(in: 1...6, using: &random))
                    }
                    let columns = Int.random(in: 6...20, using: &random)
                    let result = lines(words.joined(separator: " "), columns)
                    expect(result.flatMap { $0.split(separator: " ").map(String.init) }).to(equal(words))
                    for (line, next) in zip(result, result.dropFirst()) {
                        let isFull = line.count + 1 + (next.split(separator: " ").first?.count ?? 0) > columns
                        expect(line.count <= columns && isFull).to(beTrue(), description: "seed \(Seed.current)")
                    }
                }
            }
        }
    }
}
