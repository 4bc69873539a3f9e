import MillraceSpecs
import MillraceViews
import TestSupport

@testable import MillraceTerminal

final class TerminalScreenSpec: Spec {
    func testSpec() {
        describeUpdates()
        describeColors()
    }

    private func describeUpdates() {
        describe("a screen") {
            let size = TerminalSize(columns: 12, rows: 4)

            func canvas(_ lines: [String]) -> TerminalCanvas {
                var canvas = TerminalCanvas(size: size)
                for (row, line) in lines.enumerated() { canvas.draw(line, row: row, column: 0) }
                return canvas
            }

            it("writes the first canvas as a whole") {
                var screen = TerminalScreen(colors: .full)
                var terminal = VirtualTerminal(size: size)
                terminal.write(screen.text(for: canvas(["one", "日本"])))
                let blank = String(repeating: " ", count: 12)
                expect(terminal.lines).to(equal(["one         ", "日本        ", blank, blank]))
            }

            it("writes nothing where nothing changed") {
                var screen = TerminalScreen(colors: .full)
                _ = screen.text(for: canvas(["one"]))
                expect(screen.text(for: canvas(["one"]))).to(equal(""))
            }

            it("writes nothing where the same was drawn in another way") {
                var screen = TerminalScreen(colors: .full)
                _ = screen.text(for: canvas(["👍🏽 e\u{301}"]))
                var other = canvas(["🇩🇪 e\u{301}"])
                other.draw("👍🏽", row: 0, column: 0)
                expect(screen.text(for: other)).to(equal(""))
            }

            it("writes only the rows that changed") {
                var screen = TerminalScreen(colors: .full)
                var terminal = VirtualTerminal(size: size)
                terminal.write(screen.text(for: canvas(["one", "two", "three"])))
                terminal.touched = []
                terminal.write(screen.text(for: canvas(["one", "2", "three"])))
                expect(terminal.touchedRows).to(equal([1]))
            }

            it("writes of a row only what changed") {
                /// The columns that are written or erased where one row is shown in place of another.
                func written(_ former: String, _ text: String) -> [Int] {
                    var screen = TerminalScreen(colors: .full)
                    var terminal = VirtualTerminal(size: size)
                    terminal.write(screen.text(for: canvas([former])))
                    terminal.touched = []
                    terminal.write(screen.text(for: canvas([text])))
                    return terminal.touched.map(\.column).sorted()
                }
                expect(written("one line", "one lime")).to(equal([6]))
                expect(written("a23456789b", "c23456789d")).to(equal([0, 9]))
                expect(written("a2b", "c2d")).to(equal([0, 1, 2]))
                expect(written("one", "one more")).to(equal([4, 5, 6, 7]))
                expect(written("one more", "one")).to(equal(Array(4..<12)))
                // No half of a wide glyph is left.
                expect(written("a日b", "axyb")).to(equal([1, 2]))
                expect(written("ax日", "a本x")).to(equal([1, 2, 3]))
                // Terminals disagree on how far these reach.
                expect(written("a👍🏽 b", "a👍🏿 b")).to(equal(Array(1..<12)))
                expect(written("a👍🏽 b", "axy b")).to(equal(Array(1..<12)))
                expect(written("a👍🏽 b", "a👍🏽 c")).to(equal([4]))
                expect(written("a👍🏽 b", "c👍🏽 b")).to(equal([0]))
            }

            it("takes no more bytes than the change, whatever stands around it") {
                var screen = TerminalScreen(colors: .full)
                let wide = TerminalSize(columns: 200, rows: 1)
                var drawing = TerminalCanvas(size: wide)
                for column in stride(from: 0, to: 200, by: 2) {
                    drawing.draw("x", row: 0, column: column, style: .bold)
                }
                _ = screen.text(for: drawing)
                drawing.draw("y", row: 0, column: 100)
                expect(screen.text(for: drawing).utf8.count).to(beLessThan(30))
            }

            it("writes all again when it was invalidated, or when the size is another") {
                var screen = TerminalScreen(colors: .full)
                let whole = screen.text(for: canvas(["one"]))
                screen.invalidate()
                expect(screen.text(for: canvas(["one"]))).to(equal(whole))
                let narrow = TerminalCanvas(size: TerminalSize(columns: 5, rows: 4))
                expect(screen.text(for: narrow)).to(contain("\u{1B}[2J"))
            }

            it("shows the caret where the canvas has it, and hides it otherwise") {
                var screen = TerminalScreen(colors: .full)
                var terminal = VirtualTerminal(size: size)
                var drawing = canvas(["one"])
                drawing.caret = .init(row: 2, column: 5)
                terminal.write(screen.text(for: drawing))
                expect([terminal.row, terminal.column]).to(equal([2, 5]))
                expect(terminal.isCaretVisible).to(beTrue())
                drawing.caret = nil
                terminal.write(screen.text(for: drawing))
                expect(terminal.isCaretVisible).to(beFalse())
            }

            it("writes an overlay over its rows, and again only where one of these is written") {
                var screen = TerminalScreen(colors: .full)
                let image = TerminalOverlay("\u{1B}_image\u{1B}\\", at: .init(row: 1, column: 2), rowCount: 2)
                /// What is written to show some lines with an overlay, without the rows themselves.
                func show(_ lines: [String], _ overlay: TerminalOverlay?) -> [Bool] {
                    var drawing = canvas(lines)
                    drawing.overlay = overlay
                    let output = screen.text(for: drawing)
                    return [output.contains("\u{1B}[2J"), output.hasSuffix("\u{1B}[2;3H\u{1B}_image\u{1B}\\")]
                }
                expect(show(["one"], nil)).to(equal([true, false]))
                expect(show(["one"], image)).to(equal([true, true]))
                expect(show(["1"], image)).to(equal([false, false]))
                expect(show(["1", "2"], image)).to(equal([false, true]))
                expect(show(["1", "2", "3"], image)).to(equal([false, true]))
                expect(show(["1", "2", "3", "4"], image)).to(equal([false, false]))
                screen.invalidate()
                expect(show(["1", "2", "3", "4"], image)).to(equal([true, true]))
                // Only clearing removes what the terminal has drawn.
                expect(show(["1", "2", "3", "4"], nil)).to(equal([true, false]))
            }

            it("lines up what follows a joined emoji on terminals that draw it wider") {
                var screen = TerminalScreen(colors: .full)
                var terminal = VirtualTerminal(size: size, widths: .scalars)
                terminal.write(screen.text(for: canvas(["👩‍👩‍👧‍👦 │"])))
                expect(terminal.grid[0][3].text).to(equal("│"))
            }

            it("shows after any changes what it would show had it been drawn at once") {
                var random = SeededGenerator(.current)
                for round in Programs(600) {
                    var screen = TerminalScreen(colors: .full)
                    var (terminal, older) = (
                        VirtualTerminal(size: size), VirtualTerminal(size: size, widths: .scalars)
                    )
                    var drawing = TerminalCanvas(size: size)
                    for _ in 0..<6 {
                        for _ in 0..<Int.random(in: 1...3, using: &random) { scribble(on: &drawing, using: &random) }
                        let output = screen.text(for: drawing)
                        terminal.write(output)
                        older.write(output)
                        var fresh = VirtualTerminal(size: size)
                        var freshScreen = TerminalScreen(colors: .full)
                        fresh.write(freshScreen.text(for: drawing))
                        let isSame = terminal.grid == fresh.grid && terminal.lines == expectedLines(of: drawing)
                        expect(isSame).to(beTrue(), description: "seed \(Seed.current), round \(round)")
                        expect(misplaced(in: older, of: drawing)).to(
                            beEmpty(),
                            description: "seed \(Seed.current), round \(round)"
                        )
                    }
                }
            }
        }
    }

    private func describeColors() {
        describe("the colours of a screen") {
            func codes(_ color: TerminalColor, _ support: TerminalColorSupport) -> String {
                TerminalStyle(isBold: true, foreground: color).escapeSequence(support)
            }
            let orange = TerminalColor.rgb(RGBColor(red: 255, green: 128, blue: 0))

            it("are exact, near, or none, as the terminal can") {
                expect(codes(orange, .full)).to(equal("\u{1B}[0;1;38;2;255;128;0m"))
                expect(codes(orange, .palette)).to(equal("\u{1B}[0;1;38;5;208m"))
                expect(codes(orange, .none)).to(equal("\u{1B}[0;1m"))
                expect(codes(.red, .palette)).to(equal("\u{1B}[0;1;38;5;1m"))
            }

            it("are of the text, and of what is behind it") {
                let style = TerminalStyle(foreground: .red, background: orange)
                expect(style.escapeSequence(.full)).to(equal("\u{1B}[0;38;5;1;48;2;255;128;0m"))
                expect(style.escapeSequence(.palette)).to(equal("\u{1B}[0;38;5;1;48;5;208m"))
                expect(style.escapeSequence(.none)).to(equal("\u{1B}[0m"))
            }

            it("come near to every colour that the 256 have") {
                let grey = RGBColor(red: 140, green: 130, blue: 135)
                expect(codes(.rgb(grey), .palette)).to(equal("\u{1B}[0;1;38;5;102m"))
                let black = RGBColor(red: 0, green: 0, blue: 0)
                let white = RGBColor(red: 255, green: 255, blue: 255)
                expect(codes(.rgb(black), .palette)).to(equal("\u{1B}[0;1;38;5;16m"))
                expect(codes(.rgb(white), .palette)).to(equal("\u{1B}[0;1;38;5;231m"))
            }

            it("are written where the environment allows them") {
                func support(_ environment: [String: String], _ isTerminal: Bool = true) -> TerminalColorSupport {
                    TerminalColorSupport(environment: environment, isTerminal: isTerminal)
                }
                expect(support(["TERM": "xterm-256color"])).to(equal(.palette))
                expect(support(["TERM": "xterm", "COLORTERM": "truecolor"])).to(equal(.full))
                expect(support(["TERM": "xterm", "NO_COLOR": "1"])).to(equal(TerminalColorSupport.none))
                expect(support(["TERM": "xterm", "NO_COLOR": ""])).to(equal(.palette))
                expect(support(["TERM": "dumb"])).to(equal(TerminalColorSupport.none))
                expect(support([:])).to(equal(TerminalColorSupport.none))
                expect(support(["TERM": "xterm"], false)).to(equal(TerminalColorSupport.none))
            }
        }
    }
}

/// Draws something somewhere, partly outside.
private func scribble(on canvas: inout TerminalCanvas, using random: inout SeededGenerator) {
    let texts = ["abc", "日本語", "a👩‍👩‍👧‍👦b", "e\u{301}x", "नि", "a long line of text", "\u{1B}[31m", "🇩🇪🇫🇷", "", " "]
    let styles = [TerminalStyle.plain, .bold, .reversed, TerminalStyle(foreground: .red)]
    let row = Int.random(in: -1...canvas.size.rows, using: &random)
    let column = Int.random(in: -2...canvas.size.columns, using: &random)
    if Int.random(in: 0..<6, using: &random) == 0 {
        canvas.clear(
            TerminalRegion(column: column, row: row, columns: 5, rows: 2),
            style: styles.randomElement(using: &random) ?? .plain
        )
    } else {
        canvas.draw(
            texts.randomElement(using: &random) ?? "",
            row: row,
            column: column,
            style: styles.randomElement(using: &random) ?? .plain
        )
    }
}

/// The canvas's own text, each row filled up to the width.
private func expectedLines(of canvas: TerminalCanvas) -> [String] {
    canvas.text.map { TerminalText($0).fitted(to: canvas.size.columns) }
}

/// The glyphs of one scalar that a terminal with other widths shows elsewhere, or not at all.
private func misplaced(in terminal: VirtualTerminal, of canvas: TerminalCanvas) -> [String] {
    canvas.cells.enumerated().flatMap { row, cells in
        cells.indices.compactMap { column in
            guard let glyph = cells.glyph(at: column), glyph.character.unicodeScalars.count == 1, glyph.character != " "
            else { return nil }
            let text = String(glyph.character)
            return terminal.grid[row][column].text == text ? nil : "\(text) in row \(row), column \(column)"
        }
    }
}
