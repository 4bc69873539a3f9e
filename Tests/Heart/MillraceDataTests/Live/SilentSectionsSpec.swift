import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law D6 for sections: turns in which some changes are silent, and others are not.
final class SilentSectionsSpec: Spec {
    func testSpec() {
        it("leaves out the rows that a silent change has changed, and no others of their sections") {
            runPrograms(100) { random in
                var program = SilentSections(&random)
                for _ in 0..<6 { if let problem = program.problemOfTurn(&random) { return problem } }
                return nil
            }
        }
    }
}

private struct SilentSections {
    /// Rows by their sections. Their order does not matter here.
    private typealias Shown = [Int: [Item.ID: Item]]

    private final class Screen {
        var told: LiveSectionChange<Int, Item>?
    }

    private var program = TableProgram()
    private let table: Variable<Table<Item>>
    private let screen = Screen()
    private let observation: LiveObservation

    init(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0..<30, using: &random) { program.step(&random) }
        table = Variable(program.table)
        observation = table.live().grouped(by: \.rank).observeSectionChanges { [screen] in screen.told = $0 }
    }

    private var present: Shown {
        Dictionary(grouping: program.model, by: \.rank)
            .mapValues { Dictionary(uniqueKeysWithValues: $0.map { ($0.id, $0) }) }
    }

    private mutating func change(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0...3, using: &random) { program.step(&random) }
        table.value = program.table
    }

    mutating func problemOfTurn(_ random: inout SeededGenerator) -> String? {
        var shown = present
        screen.told = nil
        batch {
            change(&random)
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let before = present
                withoutNotifying(observation) { change(&random) }
                assume(before, present, &shown)
                change(&random)
            }
        }
        switch screen.told {
        case nil: return problem(of: SectionChanges(), table.live().grouped(by: \.rank).value, from: shown)
        case .update(let sections, let changes)?: return problem(of: changes, sections, from: shown)
        case let told?: return "told \(told)"
        }
    }

    /// Applies to what an observer shows just what has changed between two versions.
    private func assume(_ before: Shown, _ after: Shown, _ shown: inout Shown) {
        for rank in before.keys where after[rank] == nil { shown[rank] = nil }
        for (rank, rows) in after {
            guard let former = before[rank] else {
                shown[rank] = rows
                continue
            }
            guard var known = shown[rank] else { continue }
            for id in former.keys where rows[id] == nil { known[id] = nil }
            for (id, row) in rows where former[id] != row && (former[id] == nil || known[id] != nil) { known[id] = row }
            shown[rank] = known
        }
    }

    /// What is wrong with changes that lead from what an observer shows to the present sections. A row that goes from
    /// one section to another counts as gone there and come here.
    private func problem(
        of changes: SectionChanges,
        _ sections: Rows<RowSection<Int, Item>>,
        from shown: Shown
    ) -> String? {
        let final = present
        func row(_ position: RowPath) -> Item { sections[position.section].rows[position.row] }
        func isCrossing(_ pair: SectionChanges.Pair) -> Bool {
            shown[sections[pair.new.section].id]?[row(pair.new).id] == nil
        }
        let crossing = changes.moves.filter(isCrossing)
        let staying = final.filter { shown[$0.key] != nil }
        var (gone, come, changed): (Int, [Item], [Item]) = (0, [], [])
        for (rank, rows) in staying {
            let known = shown[rank] ?? [:]
            gone += known.keys.count { rows[$0] == nil }
            come += rows.values.filter { known[$0.id] == nil }
            changed += rows.values.filter { known[$0.id] != nil && known[$0.id] != $0 }
        }
        let story = "\(changes) from \(shown) to \(sections)"
        let deletions = shown.keys.count { final[$0] == nil }
        if changes.sections.deletions.count != deletions { return "\(deletions) sections have gone: \(story)" }
        if Set(changes.sections.insertions.map { sections[$0].id }) != Set(final.keys).subtracting(shown.keys) {
            return "other sections have come: \(story)"
        }
        if changes.deletions.count + crossing.count != gone { return "\(gone) rows have gone: \(story)" }
        let arrivals = (changes.insertions + crossing.map(\.new)).map { row($0).id }.sorted()
        if arrivals != come.map(\.id).sorted() { return "\(come) have come: \(story)" }
        let updates = changes.modifications.filter { !isCrossing($0) }.map { row($0.new).id }.sorted()
        return updates == changed.map(\.id).sorted() ? nil : "\(changed) have changed: \(story)"
    }
}
