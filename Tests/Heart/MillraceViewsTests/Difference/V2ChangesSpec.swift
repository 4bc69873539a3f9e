import MillraceData
import MillraceSpecs
import MillraceViews
import TestSupport

/// Law V2: changes applied to the old model give the new one, by as few moves as possible.
final class V2ChangesSpec: Spec {
    func testSpec() {
        describe("V2: for every two tables the changes") {
            for allowsDuplicates in [false, true] {
                let identities = allowsDuplicates ? "repeated identities" : "distinct identities"

                it("applied to the one give the other, with \(identities)") {
                    forPairs(allowsDuplicates) { a, b in
                        a.applying(b.changes(from: a), from: b) == b
                    }
                }

                it("follow every row to where it stands, or say that it is gone, with \(identities)") {
                    forPairs(allowsDuplicates) { a, b in doesFollow(b.changes(from: a), from: a, to: b) }
                }

                it("fit a batch, with \(identities)") {
                    forPairs(allowsDuplicates) { a, b in isBatch(b.changes(from: a), from: a, to: b) }
                }
            }

            it("are empty only where they are equal") {
                forPairs(true) { a, b in (b.changes(from: a).isEmpty && b.title == a.title) == (a == b) }
            }

            it("move as few rows and sections as possible") {
                forPairs(false) { a, b in
                    let changes = b.changes(from: a)
                    let fewest = fewestMoves(from: a, to: b)
                    return (changes.sections.moves.count, changes.moves.count) == fewest
                }
            }
        }
    }
}

/// Fails for the first of thousands of pairs that a property does not hold for.
private func forPairs(_ allowsDuplicates: Bool, _ holds: (ListModel<ListRow>, ListModel<ListRow>) -> Bool) {
    var tables = RandomTables(random: SeededGenerator(.current))
    for number in Programs(3_000) {
        let a = tables.table(allowsDuplicates: allowsDuplicates)
        let b =
            number.isMultiple(of: 2)
            ? tables.table(allowsDuplicates: allowsDuplicates)
            : tables.changed(a, allowsDuplicates: allowsDuplicates)
        guard !holds(a, b) else { continue }
        fail("seed \(Seed.current), pair \(number): \(a) to \(b) by \(b.changes(from: a))")
        return
    }
}

/// Whether changes send each row to one of its identity, no two to one, and let go just those that are deleted.
private func doesFollow(_ changes: SectionChanges, from a: ListModel<ListRow>, to b: ListModel<ListRow>) -> Bool {
    var reached: Set<RowPath> = []
    for (index, section) in a.sections.enumerated() {
        for (row, content) in section.rows.enumerated() {
            let old = RowPath(section: index, row: row)
            let isDeleted = changes.sections.deletions.contains(index) || changes.deletions.contains(old)
            guard let new = changes.newPosition(of: old) else {
                if isDeleted { continue } else { return false }
            }
            guard !isDeleted, b[new].id == content.id, reached.insert(new).inserted else { return false }
        }
    }
    return true
}

/// Whether changes keep what they promise to a batch of UIKit's.
private func isBatch(_ changes: SectionChanges, from a: ListModel<ListRow>, to b: ListModel<ListRow>) -> Bool {
    let leaving = changes.deletions + changes.moves.map(\.old)
    let arriving = changes.insertions + changes.moves.map(\.new)
    let insertedSections = changes.sections.insertions
    return Set(leaving).count == leaving.count && Set(arriving).count == arriving.count
        && leaving.allSatisfy { !changes.sections.deletions.contains($0.section) }
        && arriving.allSatisfy { !insertedSections.contains($0.section) }
        && changes.moves.allSatisfy { a[$0.old].id == b[$0.new].id }
        && changes.modifications.allSatisfy { a[$0.old].id == b[$0.new].id && a[$0.old] != b[$0.new] }
        && changes.sections.moves.allSatisfy { a.sections[$0.old].id == b.sections[$0.new].id }
        && changes.deletions == changes.deletions.sorted()
        && changes.insertions == changes.insertions.sorted()
        && changes.moves.map(\.new) == changes.moves.map(\.new).sorted()
        && changes.modifications.map(\.new) == changes.modifications.map(\.new).sorted()
}

/// The fewest moves, by trying all that could stay. Identities must be distinct.
private func fewestMoves(from a: ListModel<ListRow>, to b: ListModel<ListRow>) -> (sections: Int, rows: Int) {
    let old = a.sections.map(\.id)
    let surviving = b.sections.compactMap { old.firstIndex(of: $0.id) }
    let stayingSections = lengthOfLongestIncreasing(surviving)

    var homes: [String: Int] = [:]  // the new section of each row, by identity, where both sections survive
    for (index, section) in b.sections.enumerated() where old.contains(section.id) {
        for row in section.rows { homes[row.id] = index }
    }
    var survivors = 0
    var stayingRows = 0
    for section in a.sections {
        guard let new = b.sections.firstIndex(where: { $0.id == section.id }) else { continue }
        survivors += section.rows.count { homes[$0.id] != nil }
        let order = b.sections[new].rows.compactMap { row in section.rows.firstIndex { $0.id == row.id } }
        stayingRows += lengthOfLongestIncreasing(order)
    }
    return (surviving.count - stayingSections, survivors - stayingRows)
}
