import MillraceData
import MillraceSpecs
import MillraceViews
import TestSupport

@testable import MillraceTerminal

final class RowLinesSpec: Spec {
    func testSpec() {
        describe("the lines of a table") {
            it("are those of its sections, one after the other") {
                let table = ListModel(sections: [
                    ListSection("1", header: "One", rows: rows("a")),
                    ListSection("2"),
                    ListSection("3", footer: "Three", rows: rows("bc")),
                ])
                let lines = RowLines(LiveList(table))
                let expected: [RowLines.Line] = [
                    .header(section: 0), .row(at(0, 0)), .row(at(2, 0)), .row(at(2, 1)), .footer(section: 2),
                ]
                expect((0..<lines.count).map { lines[$0] }).to(equal(expected))
            }

            it("are found by number as by walking through the table") {
                var tables = RandomTables(random: SeededGenerator(.current))
                for _ in 0..<500 {
                    let table = tables.table(allowsDuplicates: true)
                    let lines = RowLines(LiveList(table))
                    var walked: [RowLines.Line] = []
                    var paths: [RowPath] = []
                    for (index, section) in table.sections.enumerated() {
                        if section.header != nil { walked.append(.header(section: index)) }
                        paths += section.rows.indices.map { at(index, $0) }
                        walked += section.rows.indices.map { .row(at(index, $0)) }
                        if section.footer != nil { walked.append(.footer(section: index)) }
                    }
                    expect((0..<lines.count).map { lines[$0] }).to(equal(walked))
                    expect((0..<lines.rowCount).map { lines.path(ofRow: $0) }).to(equal(paths))
                    for number in paths.indices {
                        let (line, range) = (lines.range(ofRow: number).lowerBound, lines.neighborhood(ofRow: number))
                        expect(lines[line]).to(equal(.row(paths[number])))
                        expect(range.filter { lines[$0].isRow }).to(equal([line]))
                        expect(range.lowerBound == 0 || lines[range.lowerBound - 1].isRow).to(beTrue())
                        expect(range.upperBound == lines.count || lines[range.upperBound].isRow).to(beTrue())
                    }
                }
            }

            it("follow changes, whatever these are, with rows of one line and of any number") {
                var tables = RandomTables(random: SeededGenerator(.current))
                for round in 0..<1_000 {
                    let allowsDuplicates = round.isMultiple(of: 2)
                    let before = tables.table(allowsDuplicates: allowsDuplicates)
                    let after =
                        round.isMultiple(of: 3)
                        ? tables.table(allowsDuplicates: allowsDuplicates)
                        : tables.changed(before, allowsDuplicates: allowsDuplicates)
                    let changes = after.changes(from: before)
                    for height in [nil, { $0.isSelected ? 3 : $0.detail?.count ?? 0 }] as [((ListRow) -> Int)?] {
                        var lines = RowLines(LiveList(before), height: height)
                        lines.apply(changes, to: LiveList(after), height: height)
                        let fresh = RowLines(LiveList(after), height: height)
                        let isSame =
                            [lines.rows, lines.headers, lines.lines] == [fresh.rows, fresh.headers, fresh.lines]
                            && lines.heights == fresh.heights
                        expect(isSame).to(beTrue(), description: "seed \(Seed.current), round \(round), \(changes)")
                    }
                }
            }
        }
    }
}

extension RowLines.Line {
    fileprivate var isRow: Bool {
        if case .row = self { true } else { false }
    }
}
