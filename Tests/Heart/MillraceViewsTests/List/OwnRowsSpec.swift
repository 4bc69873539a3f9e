import MillraceData
import MillraceSignals
import MillraceSpecs
import MillraceViews
import TestSupport

/// Tables of rows of one's own: here of two kinds, a heading and a note.
final class OwnRowsSpec: Spec {
    func testSpec() {
        describeChanges()
        describeBinding()
        describeLiveRows()
    }

    private func describeChanges() {
        describe("the changes of a table with rows of one's own") {
            it("lead from the one to the other, and are those of the ready-made rows with the same content (V2)") {
                var tables = RandomTables(random: SeededGenerator(.current))
                for number in 0..<2_000 {
                    let a = tables.table(allowsDuplicates: number.isMultiple(of: 3))
                    let b = tables.changed(a, allowsDuplicates: number.isMultiple(of: 3))
                    let (old, new) = (ListModel<OwnRow>(a), ListModel<OwnRow>(b))
                    let changes = new.changes(from: old)
                    let applied = old.applying(changes, from: new)
                    if applied == new, changes == b.changes(from: a) { continue }
                    return fail("seed \(Seed.current), pair \(number): \(old) to \(new) by \(changes)")
                }
            }

            it("tell a row that becomes one of another kind as modified, where its identity is the same") {
                let (old, new) = (ListModel(rows: [heading("a")]), ListModel(rows: [note("a")]))
                let path = RowPath(section: 0, row: 0)
                expect(new.changes(from: old).modifications).to(equal([.init(old: path, new: path)]))
            }
        }
    }

    private func describeBinding() {
        describe("a renderer of rows of one's own") {
            it("is shown each table once, by one batch, and draws each kind its way (V3)") {
                let screen = Screen()
                let rows = Variable([heading("one"), note("a")])
                keep(rows.map { ListModel(title: "notes", rows: $0) }.bind(to: screen))
                expect(screen.lines).to(equal(["ONE", "- a"]))
                rows.value.append(note("b"))
                rows.value = rows.value
                expect(screen.lines).to(equal(["ONE", "- a", "- b"]))
                expect(screen.batches.map(\.insertions)).to(equal([[], [at(0, 2)]]))
            }

            it("is kept by a binder, which knows what it shows") {
                let screen = Screen()
                let binder = ListBinder(screen)
                binder.render(ListModel())
                binder.render(ListModel(rows: [note("a")]))
                expect(screen.lines).to(equal(["- a"]))
                expect(binder.model).to(equal(ListModel(rows: [note("a")])))
                expect(screen.batches).to(haveCount(1))
            }
        }
    }

    private func describeLiveRows() {
        describe("a renderer of a live view's rows of one's own") {
            it("reads them by their positions, and is told what has changed") {
                let screen = LiveScreen()
                let rows = Variable(Table([heading("one"), note("a")]))
                keep(rows.live().bind(to: screen, row: \.self))
                expect(screen.lines).to(equal(["ONE", "- a"]))
                rows.update { $0.append(note("b")) }
                expect(screen.lines).to(equal(["ONE", "- a", "- b"]))
                expect(screen.changes?.insertions).to(equal([at(0, 2)]))
            }

            it("reads them by their sections") {
                let screen = LiveScreen()
                let rows = Variable(Table([heading("one"), note("a"), note("b")]))
                let sections = rows.live().grouped { row in if case .heading = row { 1 } else { 2 } }
                keep(sections.bind(to: screen, header: { "\($0)" }, row: \.self))
                expect(screen.lines).to(equal(["ONE", "- a", "- b"]))
                rows.update { _ = $0.remove(id: "a") }
                expect(screen.changes?.deletions).to(equal([at(1, 0)]))
            }
        }
    }
}

private struct Heading: Equatable, Sendable {
    var id: String
    var text: String
}

private struct Note: Equatable, Sendable {
    var id: String
    var text: String
    var isDone = false
}

private enum OwnRow: Identifiable, Equatable, Sendable {
    case heading(Heading)
    case note(Note)

    var id: String {
        switch self {
        case .heading(let row): row.id
        case .note(let row): row.id
        }
    }

    var line: String {
        switch self {
        case .heading(let row): row.text.uppercased()
        case .note(let row): "- \(row.text)"
        }
    }
}

private func heading(_ text: String) -> OwnRow { .heading(Heading(id: text, text: text)) }

private func note(_ text: String) -> OwnRow { .note(Note(id: text, text: text)) }

extension ListModel<OwnRow> {
    /// The same table, where a row with a detail is a note.
    fileprivate init(_ model: ListModel<ListRow>) {
        self.init(title: model.title)
        sections = model.sections.map { section in
            let rows = section.rows.map { row in
                OwnRow.note(Note(id: row.id, text: row.title + (row.detail ?? ""), isDone: row.isSelected))
            }
            return ListSection(section.id, header: section.header, footer: section.footer, rows: rows)
        }
    }
}

private final class Screen: ListRenderer {
    private(set) var lines: [String] = []
    private(set) var batches: [SectionChanges] = []

    func render(_ model: ListModel<OwnRow>, changes: SectionChanges) {
        lines = model.sections.flatMap(\.rows).map(\.line)
        batches.append(changes)
    }
}

private final class LiveScreen: LiveListRenderer {
    private(set) var lines: [String] = []
    private(set) var changes: SectionChanges?

    func render(_ table: LiveList<OwnRow>, changes: SectionChanges?) {
        lines = (0..<table.sectionCount).flatMap { section in
            (0..<table[section].count).map { table[section][$0].line }
        }
        self.changes = changes
    }
}
