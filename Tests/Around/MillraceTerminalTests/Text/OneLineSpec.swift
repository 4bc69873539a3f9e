import MillraceSpecs
import MillraceTerminal

final class OneLineSpec: Spec {
    func testSpec() {
        describe("a text on one line") {
            it("has a blank where there were breaks and tabs") {
                expect("a\nb\r\n\tc\u{2028}d".oneLine).to(equal("a b c d"))
            }

            it("does not begin or end with a break") { expect("\na\n".oneLine).to(equal("a")) }

            it("has nothing that a terminal obeys") {
                expect("\u{1B}[31mred\u{7}\u{7F}\u{80}\u{9B}2J \u{202E}back".oneLine).to(equal("[31mred2J back"))
            }

            it("keeps joined emoji, accents and wide letters") {
                let text = "👩‍🔧 Zoë 田中 ✔️"
                expect(text.oneLine).to(equal(text))
            }
        }
    }
}
