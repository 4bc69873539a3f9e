import MillraceSpecs

@testable import MillraceTerminal

final class TerminalTextFieldSpec: Spec {
    func testSpec() {
        describe("a text field") {
            /// The text after some keys, with a bar where the cursor is.
            func edited(_ text: String, _ keys: TerminalKey...) -> String {
                var field = TerminalTextField(text)
                for key in keys { field.press(key) }
                var shown = Array(field.text)
                shown.insert("|", at: field.before.count)
                return String(shown)
            }

            it("begins with the cursor behind its text") {
                expect(edited("Rome")).to(equal("Rome|"))
                expect(TerminalTextField().text).to(equal(""))
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
                    .wordLeft, .wordRight, .home, .end, .control("w"), .control("k"),
                ]
                for _ in 0..<200 {
                    var field = TerminalTextField()
                    for _ in 0..<60 {
                        guard let key = keys.randomElement(using: &random) else { continue }
                        let before = field
                        field.press(key)
                        if [.left, .right, .wordLeft, .wordRight, .home, .end].contains(key) {
                            expect(field.text).to(equal(before.text), description: "\(Seed.current)")
                        }
                        var canvas = TerminalCanvas(size: TerminalSize(columns: 8, rows: 1))
                        canvas.draw(field, row: 0, column: 1)
                        expect(canvas.caret?.column ?? 99).to(beLessThan(8), description: "\(Seed.current)")
                    }
                }
            }
        }
    }
}
