import MillraceSpecs

@testable import MillraceTerminal

final class TerminalTextFieldSpec: Spec {
    func testSpec() {
        describe("a text field") {
            /// The text after some keys, with a bar where the cursor is.
            func edited(_ text: String, _ keys: TerminalKey..., lines: Bool = false) -> String {
                var field = TerminalTextField(text, allowsLineBreaks: lines)
                for key in keys { field.press(key) }
                var shown = Array(field.text)
                shown.insert("|", at: field.before.count)
                return String(shown)
            }

            it("begins with the cursor behind its text") {
                expect(edited("Rome")).to(equal("Rome|"))
                expect(TerminalTextField().text).to(equal(""))
            }

            it("follows another text with the cursor behind it, and stays where the text is the same") {
                var field = TerminalTextField("tea", allowsLineBreaks: true)
                field.press(.left)
                let before = field
                field.text = "tea"
                expect(field) == before
                field.text = "two\nlines"
                expect(field) == TerminalTextField("two\nlines", allowsLineBreaks: true)
            }

            it("takes characters at the cursor, and pasted text on one line") {
                expect(edited("Re", .left, .character("o"), .character("m"))).to(equal("Rom|e"))
                expect(edited("ab", .left, .paste("\nx\ty\u{7}\n"))).to(equal("ax y|b"))
            }

            it("joins the parts of a character where the cursor is") {
                expect(edited("Ro", .left, .character("e"), .character("\u{301}"))).to(equal("Ré|o"))
                let family = "👩\u{200D}👧".unicodeScalars.map { TerminalKey.character(Character($0)) }
                var field = TerminalTextField("ab")
                field.press(.left)
                for key in family { field.press(key) }
                expect(field.text).to(equal("a👩‍👧b"))
                field.press(.backspace)
                expect(field.text).to(equal("ab"))
            }

            it("deletes whole characters") {
                expect(edited("a東é", .backspace)).to(equal("a東|"))
                expect(edited("a東é", .left, .left, .delete)).to(equal("a|é"))
                expect(edited("abc", .home, .control("d"))).to(equal("|bc"))
            }

            it("moves by a character, and stops at either end") {
                expect(edited("abc", .left, .control("b"), .right)).to(equal("ab|c"))
                expect(edited("ab", .left, .left, .left, .control("f"))).to(equal("a|b"))
                expect(edited("ab", .right)).to(equal("ab|"))
            }

            it("moves to the beginning and to the end") {
                expect(edited("abc", .home)).to(equal("|abc"))
                expect(edited("abc", .control("a"), .control("e"))).to(equal("abc|"))
                expect(edited("abc", .home, .end)).to(equal("abc|"))
            }

            it("moves by words, of any script") {
                expect(edited("fire-door  東京 2", .wordLeft)).to(equal("fire-door  東京 |2"))
                expect(edited("fire-door  東京 2", .wordLeft, .wordLeft)).to(equal("fire-door  |東京 2"))
                expect(edited("fire-door", .wordLeft, .wordLeft)).to(equal("|fire-door"))
                expect(edited("fire-door", .home, .wordRight)).to(equal("fire|-door"))
                expect(edited("fire-door", .home, .wordRight, .wordRight)).to(equal("fire-door|"))
            }

            it("deletes a word, what is behind the cursor, or everything") {
                expect(edited("fire door ", .control("w"))).to(equal("fire |"))
                expect(edited("fire door", .wordLeft, .control("w"))).to(equal("|door"))
                expect(edited("fire door", .alt("b"), .alt("\u{7F}"))).to(equal("|door"))
                expect(edited("fire door now", .home, .alt("f"), .alt("d"))).to(equal("fire| now"))
                expect(edited("fire door", .wordLeft, .control("k"))).to(equal("fire |"))
                expect(edited("fire door", .wordLeft, .control("u"))).to(equal("|"))
            }

            it("begins another line where it may have several, and takes them with pasted text") {
                expect(edited("ab", .left, .alt("\r"), lines: true)).to(equal("a\n|b"))
                expect(edited("ab", .control("j"), .character("c"), lines: true)).to(equal("ab\nc|"))
                expect(edited("a", .paste("\r\nb\tc\u{7}\rd\n"), lines: true)).to(equal("a\nb c\nd\n|"))
                var field = TerminalTextField("ab")
                expect(field.press(.alt("\r"))).to(beFalse())
                expect(field.press(.control("j"))).to(beFalse())
                expect(field.text).to(equal("ab"))
            }

            it("moves by lines, and says where there is no other one") {
                expect(edited("one\ntwo\nthree", .up, lines: true)).to(equal("one\ntwo|\nthree"))
                expect(edited("one\n\nthree", .up, .up, lines: true)).to(equal("|one\n\nthree"))
                expect(edited("one\nthree", .left, .up, .left, .down, lines: true)).to(equal("one\nth|ree"))
                expect(edited("three\none", .up, .end, .down, lines: true)).to(equal("three\none|"))
                var field = TerminalTextField("one\ntwo", allowsLineBreaks: true)
                expect(field.press(.down)).to(beFalse())
                expect(field.press(.up)).to(beTrue())
                expect(field.press(.up)).to(beFalse())
            }

            it("moves and deletes within a line, and deletes everything") {
                expect(edited("one\ntwo", .home, lines: true)).to(equal("one\n|two"))
                expect(edited("one\ntwo", .up, .home, .end, lines: true)).to(equal("one|\ntwo"))
                expect(edited("one\ntwo", .up, .home, .control("k"), lines: true)).to(equal("|\ntwo"))
                expect(edited("one\ntwo", .up, .control("k"), lines: true)).to(equal("one|two"))
                expect(edited("one\ntwo", .control("u"), .control("j"), lines: true)).to(equal("\n|"))
                expect(TerminalTextField("one\ntwo\n", allowsLineBreaks: true).lineCount).to(equal(3))
                expect(TerminalTextField("").lineCount).to(equal(1))
            }

            it("leaves other keys to others, and tells") {
                var field = TerminalTextField("a")
                for key in [TerminalKey.enter, .tab, .escape, .up, .pageDown, .function(1), .control("x")] {
                    expect(field.press(key)).to(beFalse())
                }
                expect(field).to(equal(TerminalTextField("a")))
                field.press(.end)
                expect(field.press(.right)).to(beTrue())
            }

            it("stays whole, whatever the keys") {
                var random = SeededGenerator(.current)
                let keys: [TerminalKey] = [
                    .character("a"), .character(" "), .character("東"), .character("\u{301}"), .character("\u{200D}"),
                    .character("👩"), .character("\u{1F1E9}"), .paste("x y"), .backspace, .delete, .left, .right,
                    .wordLeft, .wordRight, .home, .end, .control("w"), .control("k"), .up, .down, .control("j"),
                    .paste("\n"),
                ]
                for round in 0..<200 {
                    var field = TerminalTextField(allowsLineBreaks: round.isMultiple(of: 2))
                    for _ in 0..<60 {
                        guard let key = keys.randomElement(using: &random) else { continue }
                        let before = field
                        field.press(key)
                        if [.left, .right, .wordLeft, .wordRight, .home, .end, .up, .down].contains(key) {
                            expect(field.text).to(equal(before.text), description: "\(Seed.current)")
                        }
                        var canvas = TerminalCanvas(size: TerminalSize(columns: 8, rows: 3))
                        canvas.draw(field, row: 1, column: 1, rows: 2)
                        expect([1, 2]).to(contain(canvas.caret?.row ?? 99), description: "\(Seed.current)")
                        expect(canvas.caret?.column ?? 99).to(beLessThan(8), description: "\(Seed.current)")
                    }
                }
            }
        }
    }
}
