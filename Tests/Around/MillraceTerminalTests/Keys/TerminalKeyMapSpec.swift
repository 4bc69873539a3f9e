import MillraceSpecs
import MillraceTerminal

final class TerminalKeyMapSpec: Spec {
    func testSpec() {
        describe("a key table") {
            enum Command { case undo, quit }
            let keys = TerminalKeyMap<Command>([
                .heading("Steps"),
                .keys([.character("u"), .control("z")], "u", .undo, "undo", help: "takes back the last step"),
                .keys([.up, .down], "↑↓", nil, help: "move"),
                .heading("Program"),
                .keys([.character("q"), .character("u")], "q", .quit, "quit"),
            ])

            it("knows the command of each key, the first one of a key that stands twice") {
                expect([.character("u"), .control("z"), .character("q"), .up, .end].map(keys.command))
                    .to(equal([.undo, .undo, .quit, nil, nil]))
            }

            it("gives a hint for those that have one, and tells which do nothing at present") {
                expect(keys.hints { $0 == .quit })
                    .to(equal([TerminalHint("u", "undo", isEnabled: false), TerminalHint("q", "quit")]))
            }

            it("gives the help of all of them, below their headings") {
                var canvas = TerminalCanvas(size: TerminalSize(columns: 20, rows: 8))
                canvas.draw(TerminalPane(keys.help, size: canvas.size), in: TerminalRegion(size: canvas.size))
                expect(canvas.text).to(
                    equal([
                        "Steps", " u   takes back the", "     last step", " ↑↓  move", "", "Program", " q   quit", "",
                    ])
                )
            }
        }
    }
}
