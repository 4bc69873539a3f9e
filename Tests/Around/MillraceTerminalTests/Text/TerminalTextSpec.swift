import MillraceSpecs

@testable import MillraceTerminal

final class TerminalTextSpec: Spec {
    func testSpec() {
        describe("the width of text on a terminal") {
            let widths: [(String, Int)] = [
                ("", 0), ("abc", 3), ("été", 3), ("e\u{301}", 1), ("ß", 1), ("…", 1), ("■", 1), ("✓", 1),
                ("日本語", 6), ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｱ", 1), ("Ａ", 2), ("、", 2), ("䷀", 2),
                ("𠀀", 2), ("𝌀", 2), ("Ω", 1), ("я", 1), ("ع", 1), ("क", 1), ("नि", 2), ("ก็", 1),
                ("😀", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2), ("🇩", 1), ("1️⃣", 2),
                ("❤️", 2), ("❤", 1), ("⌚", 2),
                ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("™", 1), ("©", 1), ("🀄", 2), ("\u{E000}", 1),
                ("a\u{200B}b", 2), ("\u{FEFF}a", 1), ("a\u{AD}b", 2), ("\u{301}", 0), ("\u{202E}abc", 3),
                ("\t", 1), ("\n", 1), ("\r\n", 1), ("\u{1B}", 1), ("\u{9B}", 1),
            ]
            for (text, width) in widths {
                it("is \(width) for \(text.debugDescription)") {
                    expect(TerminalText(text).columns).to(equal(width))
                }
            }
        }

        describe("the end of a text") {
            for (text, columns, expected) in [
                ("abc", 3, "abc"), ("abc", 2, "bc"), ("abc", 0, ""), ("", 2, ""), ("日本", 3, "本"), ("日本", 1, ""),
                ("cafe\u{301}", 2, "fe\u{301}"),
            ] {
                it("is \(expected.debugDescription) of \(text.debugDescription) in \(columns) columns") {
                    expect(TerminalText(text).suffix(fitting: columns)).to(equal(expected))
                }
            }
        }

        describe("what is shown of text") {
            func shown(_ text: String) -> String { String(text.compactMap(TerminalGlyph.init).map(\.character)) }

            it("is harmless where the text would act on the terminal") {
                expect(shown("\u{1B}[2J\u{7}\u{7F}\u{9B}31m")).to(equal("␛[2J␇␡�31m"))
            }

            it("is a space for each break and tab") { expect(shown("a\tb\r\nc\u{2028}d")).to(equal("a b c d")) }

            it("has no overrides of direction") { expect(shown("a\u{202E}\u{2066}b\u{200F}")).to(equal("ab")) }

            it("never has a control character, whatever the text") {
                var random = SeededGenerator(.current)
                for _ in 0..<2_000 {
                    let limit = ([0x100, 0x3000, 0x20000] as [UInt32]).randomElement(using: &random) ?? 0
                    let values = (0..<20).map { _ in UInt32.random(in: 0..<limit, using: &random) }
                    let scalars = values.compactMap(Unicode.Scalar.init)
                    let text = shown(String(String.UnicodeScalarView(scalars)))
                    let isHarmless = text.unicodeScalars.allSatisfy { scalar in
                        scalar.properties.generalCategory != .control && !(0x202A...0x202E).contains(scalar.value)
                            && !(0x2066...0x2069).contains(scalar.value)
                    }
                    expect(isHarmless).to(beTrue(), description: "seed \(Seed.current), \(scalars)")
                }
            }
        }

        describe("text fitted to columns") {
            let cases: [(String, Int, String)] = [
                ("abc", 5, "abc  "), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abcd", 1, "…"), ("abcd", 0, ""),
                ("abcd", -1, ""), ("", 2, "  "), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日… "),
                ("日本", 1, "…"), ("日本", 2, "… "), ("a日", 2, "a…"), ("e\u{301}e\u{301}", 1, "…"),
            ]
            for (text, columns, fitted) in cases {
                it("is \(fitted.debugDescription) for \(text.debugDescription) in \(columns)") {
                    expect(TerminalText(text).fitted(to: columns)).to(equal(fitted))
                }
            }

            it("stands at the end where that is asked for") {
                expect(TerminalText("42").fitted(to: 4, alignment: .trailing)).to(equal("  42"))
            }
        }
    }
}
