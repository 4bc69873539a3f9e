import MillraceSignals
import MillraceSpecs
import MillraceViews
import TestSupport

@testable import MillraceTerminal

final class TerminalTableRendererSpec: Spec {
    func testSpec() {
        describe("a terminal table renderer") {
            /// A renderer, bound to a table, with the screen and the terminal behind it.
            final class Fixture {
                let renderer = TerminalTableRenderer()
                let model: Variable<TableViewModel>
                var terminal: VirtualTerminal
                var output: [String] = []
                private var screen = TerminalScreen(colors: .full)
                private let bindings = SubscriptionBag()

                init(_ model: TableViewModel, columns: Int = 20, rows: Int = 6) {
                    let size = TerminalSize(columns: columns, rows: rows)
                    self.model = Variable(model)
                    terminal = VirtualTerminal(size: size)
                    renderer.resize(to: size)
                    self.model.bind(to: renderer).store(in: bindings)
                    renderer.table.observe { [unowned self] table in
                        var canvas = TerminalCanvas(size: size)
                        canvas.draw(table, in: TerminalRegion(size: size))
                        output.append(screen.update(to: canvas))
                        terminal.write(output.last ?? "")
                    }.store(in: bindings)
                }
            }
            let filters = TableViewModel(title: "Filters", rows: rows("abcdefgh"))

            it("writes exactly one row for one row that is toggled") {
                let fixture = Fixture(filters)
                fixture.terminal.touchedRows = []
                var toggled = filters
                toggled[at(0, 2)].isSelected = true
                fixture.model.value = toggled
                expect(fixture.terminal.touchedRows).to(equal([3]))
                expect(fixture.terminal.lines[3]).to(equal("✓ c                 "))
            }

            it("V3: writes nothing for an unchanged model") {
                let fixture = Fixture(filters)
                fixture.model.value = TableViewModel(title: "Filters", rows: rows("abcdefgh"))
                expect(fixture.output).to(haveCount(1))
            }

            it("writes nothing for a change that is out of sight") {
                let fixture = Fixture(filters)
                var toggled = filters
                toggled[at(0, 7)].isSelected = true
                fixture.model.value = toggled
                expect(fixture.output.last).to(equal(""))
            }

            it("writes two rows when the cursor moves") {
                let fixture = Fixture(filters)
                fixture.terminal.touchedRows = []
                expect(fixture.renderer.move(.down)).to(beTrue())
                expect(fixture.renderer.move(.enter)).to(beFalse())
                expect(fixture.terminal.touchedRows).to(equal([1, 2]))
                expect(fixture.renderer.row?.id).to(equal("b"))
            }

            it("keeps the cursor's row in sight in another size") {
                let fixture = Fixture(filters)
                fixture.renderer.move(.end)
                fixture.renderer.resize(to: TerminalSize(columns: 20, rows: 2))
                expect(fixture.terminal.lines[1]).to(equal("  h                 "))
            }

            it("draws only what is visible of a hundred thousand rows") {
                let fixture = Fixture(
                    TableViewModel(rows: (0..<100_000).map { TableRow("\($0)", "row \($0)") }),
                    rows: 5
                )
                for _ in 0..<100 { expect(fixture.renderer.move(.pageDown)).to(beTrue()) }
                expect(fixture.renderer.move(.end)).to(beTrue())
                expect(fixture.terminal.lines.last).to(equal("  row 99999         "))
            }

            it("shows after any changes what it would show had it begun with the last model") {
                var tables = RandomTables(random: SeededGenerator(.current))
                for round in 0..<300 {
                    let fixture = Fixture(tables.table(allowsDuplicates: true), columns: 16, rows: 5)
                    for _ in 0..<5 {
                        fixture.model.value = tables.changed(fixture.model.value, allowsDuplicates: true)
                    }
                    let fresh = Fixture(fixture.model.value, columns: 16, rows: 5)
                    for renderer in [fixture.renderer, fresh.renderer] { renderer.move(.home) }
                    let isSame = fixture.terminal.grid == fresh.terminal.grid
                    expect(isSame).to(beTrue(), description: "seed \(Seed.current), round \(round)")
                }
            }
        }
    }
}
