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
