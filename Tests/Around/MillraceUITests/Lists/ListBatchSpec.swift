import MillraceData
import MillraceSpecs
@testable import MillraceUI
import MillraceViews
import TestSupport

/// A table view as UIKit has it: it knows its cells, takes a batch by positions before and after, and asks the data
/// source for a cell that comes, or that is configured again.
private struct BatchedTable: Equatable {
    private var sections: [[ListRow]]
    private var headers: [String?]

    init(_ model: ListModel<ListRow>) {
        sections = model.sections.map(\.rows)
        headers = model.sections.map(\.header)
    }

    /// - Returns: What UIKit would end the app for; nil where it takes the batch.
    mutating func update(_ changes: SectionChanges, to model: ListModel<ListRow>) -> String? {
        let marked = sections.map { $0.map(Optional.some) }
        var (rows, texts) = (marked, headers)
        // Rows that go, or are moved, leave a gap; sections that go take theirs along.
        for path in changes.deletions { rows[path.section][path.row] = nil }
        for move in changes.moves { rows[move.old.section][move.old.row] = nil }
        let leaving = Set(changes.sections.deletions + changes.sections.moves.map(\.old))
        let staying = rows.indices.filter { !leaving.contains($0) }
        var arriving: [Int: (rows: [ListRow], header: String?)] = [:]
        for section in changes.sections.insertions {
            arriving[section] = (model.sections[section].rows, model.sections[section].header)
        }
        for move in changes.sections.moves { arriving[move.new] = (sections[move.old], headers[move.old]) }
        var rest = staying.makeIterator()
        let former = sections
        (sections, texts) = ([], [])
        for section in model.sections.indices {
            if let (rows, header) = arriving[section] {
                sections.append(rows)
                texts.append(header)
            } else if let old = rest.next() {
                sections.append(rows[old].compactMap(\.self))
                texts.append(headers[old])
            } else {
                return "too few sections"
            }
        }
        if rest.next() != nil { return "too many sections" }
        headers = texts
        let coming =
            changes.insertions.map { ($0, model[$0]) }
            + changes.moves.map { ($0.new, former[$0.old.section][$0.old.row]) }
        for (path, row) in coming.sorted(by: { $0.0 < $1.0 }) {
            guard path.row <= sections[path.section].count else { return "no place for \(path)" }
            sections[path.section].insert(row, at: path.row)
        }
        if sections.map(\.count) != model.sections.map(\.rows.count) { return "another number of rows" }
        for pair in changes.modifications { sections[pair.new.section][pair.new.row] = model[pair.new] }
        for pair in changes.sections.modifications { headers[pair.new] = model.sections[pair.new].header }
        return nil
    }
}

final class ListBatchSpec: Spec {
    func testSpec() {
        describe("a batch for UIKit") {
            it("leads from any table to any other") {
                var tables = RandomTables(random: SeededGenerator(.current))
                var batches = 0
                for number in 0..<3_000 {
                    let old = tables.table(allowsDuplicates: true)
                    let new = tables.changed(old, allowsDuplicates: true)
                    let changes = new.changes(from: old)
                    guard case .update(let batch) = ListBatch(changes, isOnScreen: true) else { continue }
                    batches += 1
                    var screen = BatchedTable(old)
                    let problem = screen.update(batch, to: new)
                    if problem != nil || screen != BatchedTable(new) {
                        return fail("seed \(Seed.current), pair \(number): \(problem ?? "other rows"), by \(changes)")
                    }
                }
                expect(batches) > 1_000
            }

            it("is nothing where only the title has changed") {
                expect(ListBatch(SectionChanges(), isOnScreen: true)) == .nothing
                expect(ListBatch(SectionChanges(), isOnScreen: false)) == .nothing
            }

            it("shows all rows again where nobody sees them, and where the changes are not known") {
                let changes = SectionChanges(RowChanges(inserting: [3]), inSection: 0)
                expect(ListBatch(changes, isOnScreen: false)) == .reload
                expect(ListBatch(nil, isOnScreen: true)) == .reload
                expect(ListBatch(nil, isOnScreen: false)) == .reload
                expect(ListBatch(changes, isOnScreen: true)) == .update(changes)
            }

            it("moves sections alone, and shows all again where rows change meanwhile") {
                var changes = SectionChanges()
                changes.sections.moves = [RowChanges.Pair(old: 0, new: 1)]
                expect(ListBatch(changes, isOnScreen: true)) == .update(changes)
                changes.insertions = [RowPath(section: 0, row: 0)]
                expect(ListBatch(changes, isOnScreen: true)) == .reload
            }
        }
    }
}

extension RowChanges {
    fileprivate init(inserting positions: [Int]) {
        self.init()
        insertions = positions
    }
}
