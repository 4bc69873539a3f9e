import Foundation
import MillraceData
import MillraceSpecs
@testable import MillraceUI
import MillraceViews
import TestSupport

/// A table view as AppKit has it: a list, to which each call applies at once.
private struct ListedTable {
    enum Line: Equatable {
        case header(String)
        case row(ListRow)
    }

    var lines: [Line]

    mutating func update(_ changes: FlatChanges, to model: ListModel<ListRow>) {
        let new = Self.lines(of: model)
        for position in changes.removals.reversed() { lines.remove(at: position) }
        for position in changes.insertions { lines.insert(new[position], at: position) }
        for position in changes.reloads { lines[position] = new[position] }
    }

    static func lines(of model: ListModel<ListRow>) -> [Line] {
        model.sections.flatMap { section in
            (section.header.map { [.header($0)] } ?? []) + section.rows.map { .row($0) }
        }
    }
}

final class FlatChangesSpec: Spec {
    func testSpec() {
        describe("a table as one list") {
            it("has headers above rows, and finds both by their position") {
                let rows = ["a", "b"].map { ListRow($0, $0) }
                let model = ListModel(sections: [
                    ListSection("1", header: "one", rows: rows), ListSection("2"), ListSection("3", header: "three"),
                    ListSection("4", rows: rows),
                ])
                let list = FlatRows(LiveList(model))
                expect(list.count) == 6
                expect((0..<6).map { list[$0] }) == [
                    .header(0), .row(RowPath(section: 0, row: 0)), .row(RowPath(section: 0, row: 1)), .header(2),
                    .row(RowPath(section: 3, row: 0)), .row(RowPath(section: 3, row: 1)),
                ]
                expect(list.position(of: RowPath(section: 3, row: 1))) == 5
                expect(list.positions(of: 1)) == 3..<3
                expect(FlatRows().count) == 0
            }
        }

        describe("changes for AppKit") {
            it("removed by old positions, then inserted by new ones, lead from any table to any other") {
                var tables = RandomTables(random: SeededGenerator(.current))
                for number in 0..<3_000 {
                    let old = tables.table(allowsDuplicates: true)
                    let isFresh = number.isMultiple(of: 2)
                    let new =
                        isFresh ? tables.table(allowsDuplicates: true) : tables.changed(old, allowsDuplicates: true)
                    let (former, present) = (FlatRows(LiveList(old)), FlatRows(LiveList(new)))
                    let flat = FlatChanges(new.changes(from: old), from: former, to: present)
                    var screen = ListedTable(lines: ListedTable.lines(of: old))
                    let count = former.count - flat.removals.count + flat.insertions.count
                    if count == present.count { screen.update(flat, to: new) }
                    if screen.lines != ListedTable.lines(of: new) {
                        return fail("seed \(Seed.current), pair \(number): \(old) to \(new) by \(flat)")
                    }
                }
            }

            it("draws a header again that has changed, and lets one come or go as a row") {
                func changes(_ before: String?, _ after: String?) -> FlatChanges {
                    let models = [before, after].map { header in
                        ListModel(sections: [
                            ListSection("0", rows: [ListRow("0", "")]),
                            ListSection("1", header: header, rows: [ListRow("1", "")]),
                        ])
                    }
                    let lists = models.map { FlatRows(LiveList($0)) }
                    return FlatChanges(models[1].changes(from: models[0]), from: lists[0], to: lists[1])
                }
                expect(changes("a", "b").reloads) == [1]
                expect(changes("a", nil).removals) == [1]
                expect(changes(nil, "b").insertions) == [1]
                expect(changes("a", "b").removals.isEmpty) == true
            }
        }
    }
}
