import MillraceSpecs
import MillraceTerminal
import MillraceViews

final class TerminalStyleSpec: Spec {
    func testSpec() {
        describe("a style") {
            it("has what it was made of, and what is set since, and nothing else") {
                var random = SeededGenerator(.current)
                func color() -> TerminalColor? {
                    let bytes = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: return .indexed(bytes[0])
                    case 1: return .rgb(RGBColor(red: bytes[0], green: bytes[1], blue: bytes[2]))
                    default: return nil
                    }
                }
                for _ in 0..<500 {
                    let flags = (0..<3).map { _ in Bool.random(using: &random) }
                    let (front, back) = (color(), color())
                    let whole = TerminalStyle(
                        isBold: flags[0],
                        isDim: flags[1],
                        isReversed: flags[2],
                        foreground: front,
                        background: back
                    )
                    var set = TerminalStyle(isBold: true, isReversed: true, foreground: .red, background: color())
                    (set.isBold, set.isDim, set.isReversed) = (flags[0], flags[1], flags[2])
                    (set.foreground, set.background) = (front, back)
                    expect(set).to(equal(whole), description: "seed \(Seed.current)")
                    expect([whole.isBold, whole.isDim, whole.isReversed]).to(equal(flags))
                    expect([whole.foreground, whole.background]).to(equal([front, back]))
                }
            }

            it("is another one with another colour, or with the same at another place") {
                let red = RGBColor(red: 1, green: 0, blue: 0)
                let styles: Set<TerminalStyle> = [
                    .plain, .init(foreground: .indexed(0)), .init(background: .indexed(0)), .init(foreground: .red),
                    .init(foreground: .rgb(red)), .init(foreground: .rgb(.init(red: 0, green: 0, blue: 1))),
                ]
                expect(styles).to(haveCount(6))
            }
        }
    }
}
