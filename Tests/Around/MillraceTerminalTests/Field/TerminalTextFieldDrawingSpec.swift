import Foundation
import MillraceSpecs
import MillraceTerminal

final class TerminalTextFieldDrawingSpec: Spec {
    func testSpec() {
        describe("a text field on a canvas") {
            /// What is seen of a field after some keys, with a bar before the column of the cursor.
            func seen(_ text: String, _ keys: TerminalKey..., columns: Int = 10) -> String {
                var field = TerminalTextField(text)
                for key in keys { field.press(key) }
                var canvas = TerminalCanvas(size: TerminalSize(columns: columns + 1, rows: 1))
                canvas.draw(">", row: 0, column: 0)
                canvas.draw(field, row: 0, column: 1)
                var line = canvas.text[0]
                var place = line.startIndex
                var column = 0
                while column < canvas.caret?.column ?? 0, place < line.endIndex {
                    column += TerminalText(String(line[place])).columns
                    place = line.index(after: place)
                }
                line.insert("|", at: place)
                return line
            }

            it("shows the text and the cursor in it") {
                expect(seen("Rome")).to(equal(">Rome|"))
                expect(seen("Rome", .left)).to(equal(">Rom|e"))
                expect(seen("東京", .left)).to(equal(">東|京"))
            }

            it("shows the end of a text that is too long, with room for the cursor") {
                expect(seen("abcdefghij")).to(equal(">bcdefghij|"))
                expect(seen("abcdefghi")).to(equal(">abcdefghi|"))
                expect(seen("abcdefgh東")).to(equal(">bcdefgh東|"))
            }

            it("shows what is around the cursor, and marks what is cut behind it") {
                expect(seen("abcdefghijklmno", .home)).to(equal(">|abcdefghi…"))
                let moved = seen("abcdefghijklmno", .left, .left, .left)
                expect(moved).to(equal(">efghijkl|m…"))
            }

            it("shows wide text whole or not at all") {
                expect(seen("東京東京東京", .left, columns: 7)).to(equal(">東京東|…"))
            }

            it("shows in no room nothing, and the cursor in one column") {
                expect(seen("abc", columns: 1)).to(equal(">|"))
                var canvas = TerminalCanvas(size: TerminalSize(columns: 2, rows: 1))
                canvas.draw(TerminalTextField("a"), row: 0, column: 2)
                canvas.draw(TerminalTextField("a"), row: 1, column: 0)
                canvas.draw(TerminalTextField("a"), row: 0, column: 0, width: 0)
                expect(canvas).to(equal(TerminalCanvas(size: TerminalSize(columns: 2, rows: 1))))
            }

            it("shows each line on a row, and those around the cursor where there is no room for all") {
                var field = TerminalTextField("a\nbbbbbbb\nc\nd", allowsLineBreaks: true)
                /// The rows, with a bar before the cursor.
                func seen(rows: Int) -> [String] {
                    var canvas = TerminalCanvas(size: TerminalSize(columns: 6, rows: 5))
                    canvas.draw(field, row: 1, column: 1, rows: rows)
                    var lines = canvas.text.map { $0.padding(toLength: 6, withPad: " ", startingAt: 0) }
                    if let caret = canvas.caret {
                        let line = lines[caret.row]
                        lines[caret.row].insert("|", at: line.index(line.startIndex, offsetBy: caret.column))
                    }
                    return lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
                }
                expect(seen(rows: 4)).to(equal(["a", "bbbb…", "c", "d|"]))
                expect(seen(rows: 9)).to(equal(["a", "bbbb…", "c", "d|"]))
                expect(seen(rows: 2)).to(equal(["c", "d|", "", ""]))
                expect(seen(rows: 1)).to(equal(["d|", "", "", ""]))
                for key in [TerminalKey.up, .up] { field.press(key) }
                expect(seen(rows: 2)).to(equal(["a", "b|bbb…", "", ""]))
                expect(seen(rows: 1)).to(equal(["b|bbb…", "", "", ""]))
                field.press(.end)
                expect(seen(rows: 3)).to(equal(["a", "bbbb|", "c", ""]))
            }

            it("shows a placeholder, dim, while there is no text") {
                var canvas = TerminalCanvas(size: TerminalSize(columns: 8, rows: 1))
                canvas.draw(TerminalTextField(), row: 0, column: 2, placeholder: "a city")
                expect(canvas.text).to(equal(["  a city"]))
                expect(canvas.caret).to(equal(.init(row: 0, column: 2)))
                canvas = TerminalCanvas(size: TerminalSize(columns: 8, rows: 1))
                canvas.draw(TerminalTextField("x"), row: 0, column: 2, placeholder: "a city")
                expect(canvas.text).to(equal(["  x"]))
            }
        }
    }
}
