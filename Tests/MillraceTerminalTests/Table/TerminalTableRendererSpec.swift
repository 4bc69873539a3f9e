import MillraceSpecs
import MillraceViews
import TestSupport

@testable import MillraceTerminal

final class TerminalTableRendererSpec: Spec {
    func testSpec() {
        describe("a terminal table renderer") {
            /// A renderer with the screen and the terminal behind it.
            final class Fixture {
                let size: TerminalSize
                var screen = TerminalScreen(colors: .full)
                var terminal: VirtualTerminal
                var output: [String] = []
                private(set) lazy var renderer = TerminalTableRenderer(size: size) { [unowned self] in receive($0) }
                private(set) lazy var binder = TableBinder(renderer)

                init(columns: Int, rows: Int) {
                    size = TerminalSize(columns: columns, rows: rows)
                    terminal = VirtualTerminal(size: size)
                }

                private func receive(_ canvas: TerminalCanvas) {
                    output.append(screen.update(to: canvas))
                    terminal.write(output.last ?? "")
                }
            }
            let filters = TableViewModel(title: "Filters", rows: rows("abcdefgh"))

            it("writes exactly one row for one row that is toggled") {
                let fixture = Fixture(columns: 20, rows: 6)
                fixture.binder.render(filters)
                fixture.terminal.touchedRows = []
                var toggled = filters
                toggled[at(0, 2)].isSelected = true
                fixture.binder.render(toggled)
                expect(fixture.terminal.touchedRows).to(equal([3]))
                expect(fixture.terminal.lines[3]).to(equal("✓ c                 "))
            }

            it("V3: writes nothing for an unchanged model") {
                let fixture = Fixture(columns: 20, rows: 6)
                fixture.binder.render(filters)
                fixture.binder.render(TableViewModel(title: "Filters", rows: rows("abcdefgh")))
                expect(fixture.output).to(haveCount(1))
            }

            it("writes nothing for a change that is out of sight") {
                let fixture = Fixture(columns: 20, rows: 6)
                fixture.binder.render(filters)
                var toggled = filters
                toggled[at(0, 7)].isSelected = true
                fixture.binder.render(toggled)
                expect(fixture.output.last).to(equal(""))
            }

            it("writes two rows when the cursor moves") {
                let fixture = Fixture(columns: 20, rows: 6)
                fixture.binder.render(filters)
                fixture.terminal.touchedRows = []
                expect(fixture.renderer.move(.down)).to(beTrue())
                expect(fixture.renderer.move(.enter)).to(beFalse())
                expect(fixture.terminal.touchedRows).to(equal([1, 2]))
                expect(fixture.renderer.cursor).to(equal(at(0, 1)))
            }

            it("draws for a terminal of another size") {
                var canvases: [TerminalCanvas] = []
                let renderer = TerminalTableRenderer(size: TerminalSize(columns: 20, rows: 6)) { canvases.append($0) }
                TableBinder(renderer).render(filters)
                renderer.resize(to: TerminalSize(columns: 1, rows: 1))
                expect(canvases.last?.text).to(equal(["…"]))
            }

            it("draws only what is visible of a hundred thousand rows") {
                let fixture = Fixture(columns: 20, rows: 5)
                fixture.binder.render(TableViewModel(rows: (0..<100_000).map { TableRow("\($0)", "row \($0)") }))
                for _ in 0..<100 { expect(fixture.renderer.move(.pageDown)).to(beTrue()) }
                expect(fixture.renderer.move(.end)).to(beTrue())
                expect(fixture.terminal.lines.last).to(equal("  row 99999         "))
            }

            it("shows after any changes what it would show had it begun with the last model") {
                var tables = RandomTables(random: SeededGenerator(.current))
                for round in 0..<300 {
                    let fixture = Fixture(columns: 16, rows: 5)
                    var model = tables.table(allowsDuplicates: true)
                    for _ in 0..<4 {
                        fixture.binder.render(model)
                        model = tables.changed(model, allowsDuplicates: true)
                    }
                    fixture.binder.render(model)
                    _ = fixture.renderer.move(.home)

                    let fresh = Fixture(columns: 16, rows: 5)
                    fresh.binder.render(model)
                    _ = fresh.renderer.move(.home)
                    let isSame = fixture.output.isEmpty || fixture.terminal.grid == fresh.terminal.grid
                    expect(isSame).to(beTrue(), description: "seed \(Seed.current), round \(round)")
                }
            }
        }
    }
}
