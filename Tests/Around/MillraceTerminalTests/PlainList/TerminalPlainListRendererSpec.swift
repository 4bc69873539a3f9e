import MillraceData
import MillraceSignals
import MillraceSpecs
import MillraceViews
import Synchronization
import TestSupport

@testable import MillraceTerminal

final class TerminalPlainListRendererSpec: Spec {
    func testSpec() {
        describe("a terminal table renderer") {
            /// A renderer, bound to a table, with the screen and the terminal behind it.
            final class Fixture {
                let renderer = TerminalPlainListRenderer()
                let model: Variable<ListModel<ListRow>>
                var terminal: VirtualTerminal
                var output: [String] = []
                private var screen = TerminalScreen(colors: .full)
                private let bindings = SubscriptionBag()

                init(_ model: ListModel<ListRow>, columns: Int = 20, rows: Int = 6) {
                    let size = TerminalSize(columns: columns, rows: rows)
                    self.model = Variable(model)
                    terminal = VirtualTerminal(size: size)
                    renderer.resize(to: size)
                    self.model.bind(to: renderer).store(in: bindings)
                    renderer.list.observe { [unowned self] table in
                        var canvas = TerminalCanvas(size: size)
                        canvas.draw(table, in: TerminalRegion(size: size))
                        output.append(screen.text(for: canvas))
                        terminal.write(output.last ?? "")
                    }.store(in: bindings)
                }
            }
            let filters = ListModel(title: "Filters", rows: rows("abcdefgh"))

            it("writes exactly one row for one row that is toggled") {
                let fixture = Fixture(filters)
                fixture.terminal.touched = []
                var toggled = filters
                toggled[at(0, 2)].isSelected = true
                fixture.model.value = toggled
                expect(fixture.terminal.touchedRows).to(equal([3]))
                expect(fixture.terminal.lines[3]).to(equal("✓ c                 "))
            }

            it("V3: writes nothing for an unchanged model") {
                let fixture = Fixture(filters)
                fixture.model.value = ListModel(title: "Filters", rows: rows("abcdefgh"))
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
                fixture.terminal.touched = []
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
                    ListModel(rows: (0..<100_000).map { ListRow("\($0)", "row \($0)") }),
                    rows: 5
                )
                for _ in 0..<100 { expect(fixture.renderer.move(.pageDown)).to(beTrue()) }
                expect(fixture.renderer.move(.end)).to(beTrue())
                expect(fixture.terminal.lines.last).to(equal("  row 99999         "))
            }

            it("reads only what is visible of the rows of a live view") {
                let fixture = Fixture(ListModel<ListRow>(), rows: 5)
                var names = Table((0..<100_000).map { Name(id: $0) })
                let table = Variable(names)
                let sections = table.live().grouped { $0.id / 50_000 }
                keep(
                    sections.bind(to: fixture.renderer, title: Observable("Names")) {
                        "part \($0)"
                    } row: { name in
                        Name.read.add(1, ordering: .relaxed)
                        return ListRow("\(name.id)", name.text)
                    }
                )
                expect(fixture.terminal.lines.prefix(3)).to(
                    equal(["Names               ", "part 0              ", "  row 0             "])
                )
                for _ in 0..<3 { fixture.renderer.move(.down) }
                names.remove(at: 0)
                names[id: 3]?.text = "changed"
                Name.read.store(0, ordering: .relaxed)
                table.value = names
                expect(fixture.renderer.row?.title).to(equal("changed"))
                expect(fixture.terminal.lines).to(contain("  changed           "))
                // Each draw reads four rows; the cursor's is read as well.
                expect(Name.read.load(ordering: .relaxed)).to(beLessThan(20))
                fixture.renderer.move(.end)
                expect(fixture.terminal.lines.last).to(equal("  row 99999         "))
            }

            it("reads no other section than those that are seen or have changed") {
                let names = Variable(Table((0..<5_000).map { Name(id: $0) }))
                let fixture = Fixture(ListModel<ListRow>(), rows: 5)
                keep(
                    names.live().grouped(by: \.id).bind(to: fixture.renderer) { id in
                        Name.read.add(1, ordering: .relaxed)
                        return "part \(id)"
                    } row: {
                        ListRow("\($0.id)", $0.text)
                    }
                )
                for key in [TerminalKey.pageDown, .pageDown, .down] { fixture.renderer.move(key) }
                Name.read.store(0, ordering: .relaxed)
                names.update { $0[id: 9]?.text = "changed" }
                names.update { $0[id: 0] = nil }
                names.update { $0.insert(Name(id: 6_000), at: 0) }
                expect(fixture.renderer.row?.id).to(equal("9"))
                expect(fixture.terminal.lines).to(contain("  changed           "))
                expect(Name.read.load(ordering: .relaxed)).to(beLessThan(60))
            }

            it("shows of a live view what it shows of a model with the same rows, after any changes") {
                var random = SeededGenerator(.current)
                for round in Programs(100) {
                    let fixture = Fixture(ListModel<ListRow>(), columns: 16, rows: 5)
                    let table = Variable(Table((0..<Int.random(in: 0..<20, using: &random)).map { Name(id: $0) }))
                    let sections = table.live().grouped { $0.id % 3 }
                    keep(
                        sections.bind(to: fixture.renderer) {
                            "part \($0)"
                        } row: {
                            ListRow("\($0.id)", $0.text)
                        }
                    )
                    for step in 0..<8 {
                        table.update { change(&$0, step, &random) }
                        let cursor = fixture.renderer.row?.id
                        if let key = [TerminalKey.up, .down, .home, .end].randomElement(using: &random) {
                            fixture.renderer.move(key)
                        }
                        if let cursor { expect(table.value.contains { "\($0.id)" == cursor }).to(beTrue()) }
                    }
                    fixture.renderer.move(.home)
                    let fresh = Fixture(fixture.renderer.list.value.content.model, columns: 16, rows: 5)
                    fresh.renderer.move(.home)
                    let isSame = fixture.terminal.grid == fresh.terminal.grid
                    expect(isSame).to(beTrue(), description: "seed \(Seed.current), round \(round)")
                }
            }

            it("shows after any changes what it would show had it begun with the last model") {
                var tables = RandomTables(random: SeededGenerator(.current))
                for round in Programs(300) {
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

private struct Name: Identifiable, Equatable, Sendable {
    static let read = Atomic<Int>(0)

    let id: Int
    var text: String

    init(id: Int) {
        self.id = id
        text = "row \(id)"
    }
}

/// Makes a random change of a table of names.
private func change(_ names: inout Table<Name>, _ step: Int, _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = names.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<4, using: &random), place) {
        case (0, let place?): names[place].text += "!"
        case (1, let place?): names.remove(at: place)
        case (2, let place?): names.move(names[place].id, to: Int.random(in: 0..<names.count, using: &random))
        default: names.updateOrAppend(Name(id: 100 + step * 7 + names.count))
        }
    }
}

extension LiveList<ListRow> {
    /// The view model with the same rows.
    fileprivate var model: ListModel<ListRow> {
        ListModel(
            title: title,
            sections: (0..<sectionCount).map { self[$0] }.map { section in
                ListSection(section.id, header: section.header, rows: (0..<section.count).map { section[$0] })
            }
        )
    }
}
