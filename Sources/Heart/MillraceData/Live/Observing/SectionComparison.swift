/// Collects the changes of rows, section by section. A row that has left one section and entered another has moved.
@usableFromInline
package struct SectionComparison {
    @usableFromInline var changes = SectionChanges()

    /// The rows that have left their sections, and those that are new in theirs.
    @usableFromInline var gone: [RowPath] = []
    @usableFromInline var come: [RowPath] = []

    @export(implementation)
    package init() {}

    /// Adds the changes of the rows of a section that is in both versions.
    @export(implementation)
    package mutating func add(_ rows: RowChanges, in section: RowChanges.Pair) {
        for row in rows.deletions { gone.append(RowPath(section: section.old, row: row)) }
        for row in rows.insertions { come.append(RowPath(section: section.new, row: row)) }
        for row in rows.modifications { changes.modifications.append(.init(row, in: section)) }
        for row in rows.moves { changes.moves.append(.init(row, in: section)) }
    }

    /// The changes of all rows.
    ///
    /// - Parameters:
    ///   - old: The row at an old position.
    ///   - new: The row at a new position.
    @export(implementation)
    package consuming func changes<Row: Identifiable>(
        old: (RowPath) -> Row,
        new: (RowPath) -> Row,
        _ same: Sameness<Row>
    ) -> SectionChanges {
        gone = sorted(gone) { $0 < $1 }
        if gone.isEmpty || come.isEmpty {
            (changes.deletions, changes.insertions) = (gone, come)
        } else {
            pair(old, new, same)
        }
        changes.insertions = sorted(changes.insertions) { $0 < $1 }
        changes.moves = sorted(changes.moves) { $0.new < $1.new }
        changes.modifications = sorted(changes.modifications) { $0.new < $1.new }
        return changes
    }

    /// Pairs the rows that have left a section with those that have entered one.
    @export(implementation)
    mutating func pair<Row: Identifiable>(
        _ old: (RowPath) -> Row,
        _ new: (RowPath) -> Row,
        _ same: Sameness<Row>
    ) {
        var isPaired = [Bool](repeating: false, count: gone.count)
        let partners = RowChanges.partners(gone.map { old($0).id }, come.map { new($0).id })
        for (arrival, partner) in zip(come, partners) {
            guard let partner else {
                changes.insertions.append(arrival)
                continue
            }
            isPaired[partner] = true
            let pair = SectionChanges.Pair(old: gone[partner], new: arrival)
            changes.moves.append(pair)
            if !same(old(pair.old), new(pair.new)) { changes.modifications.append(pair) }
        }
        for index in gone.indices where !isPaired[index] { changes.deletions.append(gone[index]) }
    }
}
