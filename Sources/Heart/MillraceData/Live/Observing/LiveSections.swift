import MillraceSignals

extension SectionChanges {
    /// Computes the changes from one list of sections to another; which sections have changed is known already.
    ///
    /// - Parameters:
    ///   - former: The sections before, which are not asked for where only rows of sections have changed that all
    ///     stayed there.
    ///   - inner: The changes within the sections, if they are known and all sections have stayed.
    @export(implementation)
    init<Group, Row: Identifiable>(
        from former: () -> Rows<RowSection<Group, Row>>,
        to new: Rows<RowSection<Group, Row>>,
        _ sections: RowChanges,
        _ inner: InnerChanges?,
        _ same: Sameness<Row>
    ) {
        let edits = inner.map { unsafeDowncast($0, to: SectionEdits<Row>.self) }
        var old: Rows<RowSection<Group, Row>>?
        func before(_ section: Int) -> Rows<Row> {
            if old == nil { old = former() }
            return old.unsafelyUnwrapped[section].rows
        }
        var comparison = SectionComparison()
        for (index, pair) in sections.modifications.enumerated() {
            let after = new[pair.new].rows
            let changes =
                edits.map { RowChanges($0.changes, $0.part($0.shown[index]), to: after, same) }
                ?? after.changes(from: before(pair.old), same)
            comparison.add(changes, in: pair)
        }
        self = comparison.changes(old: { before($0.section)[$0.row] }, new: { new[$0.section].rows[$0.row] }, same)
        self.sections = sections
        self.sections.modifications = []
    }
}

extension LiveUpdate where Changes == SectionChanges {
    /// Creates the change down to the rows of a change of the sections.
    @export(implementation)
    package init<Group: Hashable, Item: Identifiable>(
        _ change: LiveChange<Row>,
        from former: () -> Rows<Row>,
        _ inner: InnerChanges?,
        _ same: Sameness<Item>
    ) where Row == RowSection<Group, Item> {
        switch change {
        case .initial(let sections): self = .initial(sections)
        case .reset(let sections): self = .reset(sections)
        case .update(let sections, let changes):
            self = .update(sections, SectionChanges(from: former, to: sections, changes, inner, same))
        }
    }
}

extension LiveView {
    /// Calls `receive` with the sections at once, and then once per turn in which they changed, with the changes down
    /// to the rows.
    ///
    /// Otherwise like ``observeChanges(isolation:_:)``. Finding k changes costs O(k log n).
    @export(implementation)
    public func observeSectionChanges<Group: Hashable, Row: Identifiable>(
        isolation: (any Actor)? = #isolation,
        _ receive: @escaping (LiveSectionChange<Group, Row>) -> Void
    ) -> LiveObservation where Element == RowSection<Group, Row> {
        let same = Sameness<Row>()
        return observeRows(isolation: isolation) { receive(LiveSectionChange($0, from: $1, $2, same)) }
    }
}
