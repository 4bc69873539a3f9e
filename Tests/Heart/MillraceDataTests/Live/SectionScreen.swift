import MillraceData
import MillraceSignals
import TestSupport

/// One who observes a pipeline in sections, and shows what is told: down to the rows, section by section, and what is
/// derived from the sections.
final class SectionScreen {
    typealias Section = (rank: Int, rows: [Item])

    private let pipeline: Pipeline
    private let view: LiveView<RowSection<Int, Item>>
    private var observations: [LiveObservation] = []
    private var sections: [Section] = []
    private var wholeSections: [Section] = []
    private var large: [Section] = []
    private var versions: [(sections: Rows<RowSection<Int, Item>>, expected: [Section])] = []
    private var found: String?

    init(_ pipeline: Pipeline) {
        self.pipeline = pipeline
        view = pipeline.view.grouped(by: \.rank)
        observations.append(view.observeSectionChanges { [unowned self] in receive($0) })
        if pipeline.name.utf8.count.isMultiple(of: 2) { return }
        observations.append(
            view.observeChanges { [unowned self] change in
                show(change, in: &wholeSections)
                if !isEqual(wholeSections, expected()) { found = "told of whole sections \(wholeSections)" }
            }
        )
        observations.append(
            view.filter { $0.rows.count > 1 }.observeChanges { [unowned self] in show($0, in: &large) }
        )
    }

    private func show(_ change: LiveChange<RowSection<Int, Item>>, in sections: inout [Section]) {
        let new = change.rows
        if case .update(_, let changes) = change {
            let (before, after) = (sections.map(WholeSection.init), new.map { WholeSection(($0.id, Array($0.rows))) })
            if changes.isEmpty { found = "told of whole sections, and of no change" }
            if let problem = problemOfChanges(changes, from: before, to: after) { found = "whole sections: \(problem)" }
            changes.apply(to: &sections) { (new[$0].id, Array(new[$0].rows)) }
        } else {
            sections = new.map { ($0.id, Array($0.rows)) }
        }
    }

    private func expected() -> [Section] {
        let items = pipeline.compute()
        return Set(items.map(\.rank)).sorted().map { rank in (rank, items.filter { $0.rank == rank }) }
    }

    private func receive(_ change: LiveSectionChange<Int, Item>) {
        let expected = expected()
        switch change {
        case .initial(let new), .reset(let new): sections = new.map { ($0.id, Array($0.rows)) }
        case .update(_, let changes):
            if let problem = problemOfFewest(changes, expected) { found = "\(problem), by \(changes)" }
            if !isInOrder(changes) { found = "out of order: \(changes)" }
            sections = applied(changes, expected)
        }
        if !isEqual(sections, expected) { found = "told \(sections) instead of \(expected)" }
    }

    private func isEqual(_ left: [Section], _ right: [Section]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0.rank == $1.rank && $0.rows == $1.rows }
    }

    /// The sections as they are when the changes have been applied; what is new is taken from `new`.
    private func applied(_ changes: SectionChanges, _ new: [Section]) -> [Section] {
        var origins: [Int?] = sections.indices.map { $0 }
        changes.sections.apply(to: &origins) { _ in nil }
        let leaving = Set(changes.deletions + changes.moves.map(\.old))
        var result: [Section] = []
        for (section, origin) in origins.enumerated() {
            guard let origin else {
                result.append(new[section])
                continue
            }
            var arriving: [Int: Item] = [:]
            for position in changes.insertions where position.section == section {
                arriving[position.row] = new[section].rows[position.row]
            }
            for move in changes.moves where move.new.section == section {
                arriving[move.new.row] = sections[move.old.section].rows[move.old.row]
            }
            var staying = sections[origin].rows.indices
                .filter { !leaving.contains(RowPath(section: origin, row: $0)) }
                .map { sections[origin].rows[$0] }[...]
            var rows: [Item] = []
            while let row = arriving[rows.count] ?? staying.popFirst() { rows.append(row) }
            for pair in changes.modifications where pair.new.section == section {
                rows[pair.new.row] = new[section].rows[pair.new.row]
            }
            result.append((sections[origin].rank, rows))
        }
        return result
    }

    /// Whether there are more changes than it takes.
    private func problemOfFewest(_ changes: SectionChanges, _ new: [Section]) -> String? {
        if changes.isEmpty { return "an empty update" }
        let (before, after) = (sections.map { EmptySection(id: $0.rank) }, new.map { EmptySection(id: $0.rank) })
        if let problem = problemOfChanges(changes.sections, from: before, to: after) { return problem }
        if changes.modifications != modifications(new) { return "\(changes.modifications.count) modifications" }
        let ranks = Set(sections.map(\.rank)).intersection(new.map(\.rank))
        let surviving = sections.filter { ranks.contains($0.rank) }.flatMap(\.rows)
        let present = new.filter { ranks.contains($0.rank) }.flatMap(\.rows)
        let (old, ids) = (Set(surviving.map(\.id)), Set(present.map(\.id)))
        if changes.deletions.count != old.subtracting(ids).count { return "\(changes.deletions.count) deletions" }
        if changes.insertions.count != ids.subtracting(old).count { return "\(changes.insertions.count) insertions" }
        var moves = 0
        for section in new where ranks.contains(section.rank) {
            let before = sections.first { $0.rank == section.rank }?.rows ?? []
            let kept = section.rows.compactMap { row in before.firstIndex { $0.id == row.id } }
            moves += kept.count - lengthOfLongestIncreasing(kept)
            moves += section.rows.count { row in old.contains(row.id) && !before.contains { $0.id == row.id } }
        }
        return changes.moves.count == moves ? nil : "\(changes.moves.count) moves instead of \(moves)"
    }

    /// The rows of sections that stay which have other values than before.
    private func modifications(_ new: [Section]) -> [SectionChanges.Pair] {
        let ranks = Set(sections.map(\.rank)).intersection(new.map(\.rank))
        func rows(_ sections: [Section]) -> [(position: RowPath, row: Item)] {
            sections.enumerated().filter { ranks.contains($1.rank) }.flatMap { index, section in
                section.rows.enumerated().map { (RowPath(section: index, row: $0), $1) }
            }
        }
        let before = Dictionary(rows(sections).map { ($0.row.id, $0) }) { first, _ in first }
        return rows(new).compactMap { position, row in
            before[row.id].flatMap { $0.row == row ? nil : .init(old: $0.position, new: position) }
        }
    }

    private func isInOrder(_ changes: SectionChanges) -> Bool {
        changes.deletions == changes.deletions.sorted() && changes.insertions == changes.insertions.sorted()
            && [changes.moves, changes.modifications].allSatisfy { $0.map(\.new) == $0.map(\.new).sorted() }
    }

    func problem() -> String? {
        if let found { return "in sections: \(found)" }
        let expected = expected()
        if !isEqual(sections, expected) { return "shows sections \(sections) instead of \(expected)" }
        if observations.count > 1 {
            if !isEqual(wholeSections, expected) { return "shows whole sections \(wholeSections)" }
            if !isEqual(large, expected.filter { $0.rows.count > 1 }) { return "shows large sections \(large)" }
        }
        for version in versions where !isEqual(version.sections.map { ($0.id, Array($0.rows)) }, version.expected) {
            return "old sections \(version.expected) have become \(version.sections)"
        }
        if versions.count < 3 { versions.append((view.value, expected)) }
        return nil
    }
}

/// A section as a row, which is modified where its rows are others.
private struct WholeSection: Identifiable, Equatable {
    let id: Int
    let rows: [Item]

    init(_ section: SectionScreen.Section) { (id, rows) = section }
}

/// A section without its rows, as which it is only deleted, inserted or moved.
private struct EmptySection: Identifiable, Equatable {
    let id: Int
}
