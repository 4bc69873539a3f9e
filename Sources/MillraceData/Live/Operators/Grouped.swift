import MillraceSignals

/// The rows of one group, in their order.
public struct RowSection<Group: Hashable, Row>: Identifiable {
    /// The group, which all rows have in common.
    public let id: Group

    /// The rows. Never empty.
    public var rows: Rows<Row>

    /// Makes a section.
    @export(implementation)
    public init(_ id: Group, _ rows: Rows<Row>) {
        self.id = id
        self.rows = rows
    }
}

extension RowSection: Equatable where Row: Equatable {}
extension RowSection: Sendable where Group: Sendable, Row: Sendable {}

extension RowSection where Row: Identifiable {
    /// Compares the rows of two versions of a section. O(k log n) for k changes between them.
    @export(implementation) static var sameness: Sameness<RowSection> {
        let same = Sameness<Row>()
        return Sameness {
            $0.id == $1.id && $0.rows.tree.hasSameValues(as: $1.rows.tree, same.callAsFunction)
        }
    }
}

extension LiveView {
    /// A view of sections: the rows grouped by a key, in ascending order of the groups.
    ///
    /// ```swift
    /// let byDay = messages.sorted(by: \.date).grouped(by: \.day)
    /// ```
    ///
    /// Within a section the rows are in the order of this view. A section is inserted with its first row and removed
    /// with its last one. ``observeSectionChanges(isolation:_:)`` reports changes within sections. The result keeps
    /// this view alive. O(k log n) for k changes.
    @export(implementation)
    public func grouped<Group: Hashable & Comparable>(
        by group: @escaping (Element) -> Group
    ) -> LiveView<RowSection<Group, Element>> {
        LiveView<RowSection<Group, Element>>(from: [observable.upstream], same: RowSection.sameness) {
            Grouping(SourceReader(self), group)
        } refresh: {
            $0.refresh()
        } output: {
            $1(&$0.output)
        }
    }

    /// A view of sections whose grouping may change.
    ///
    /// Each change of the grouping builds all sections again, in the same turn: O(n log n). If many of them differ as
    /// a result, observers receive a reset. The result keeps this view and the grouping alive.
    @export(implementation)
    public func grouped<Group: Hashable & Comparable>(
        by group: Observable<(Element) -> Group>
    ) -> LiveView<RowSection<Group, Element>> {
        LiveView<RowSection<Group, Element>>(
            from: [observable.upstream],
            setting: group,
            same: RowSection.sameness
        ) {
            Grouping(SourceReader(self), $0)
        } refresh: {
            $0.refresh()
        } output: {
            $1(&$0.output)
        }
    }
}

@usableFromInline
final class Grouping<Element: Identifiable, Group: Hashable & Comparable> {
    @usableFromInline typealias Section = RowSection<Group, Element>

    @exclusivity(unchecked) @usableFromInline var source: SourceReader<Element>
    @usableFromInline let group: (Element) -> Group
    @exclusivity(unchecked) @usableFromInline var ranked = RankedRows<Group, Section>()

    @export(implementation)
    init(_ source: SourceReader<Element>, _ group: @escaping (Element) -> Group) {
        self.source = source
        self.group = group
    }

    @export(implementation) var output: NotedRows<Section> {
        get { ranked.rows }
        _modify { yield &ranked.rows }
    }

    @export(implementation)
    func refresh() {
        source.read().follow(apply, anew: makeAnew)
        output.rows.era = source.rows.era
        source.release()
    }

    @export(implementation)
    func makeAnew() {
        let (sizes, spacing) = (source.rows.tree.sizes, source.rows.spacing)
        let none = TreeBuilder<UInt64, Element>(sizes: sizes)
        var groups: [Group: TreeBuilder<UInt64, Element>] = [:]
        var iterator = source.rows.tree.makeIterator()
        while let entry = iterator.next() { groups[group(entry.value), default: none].append(entry) }
        let sections = groups.map { (key: $0, row: Section($0, Rows($1.tree(), spacing))) }.sorted { $0.key < $1.key }
        ranked.replaceAll(with: RankedRows(ascending: sections, sizes: sizes, spacing: spacing))
    }

    /// A row that enters a group, leaves it, or is another one.
    @usableFromInline
    struct Edit {
        @usableFromInline let group: Group
        @usableFromInline let label: UInt64

        /// Nil if the row leaves.
        @usableFromInline let element: Element?

        @export(implementation)
        init(_ group: Group, _ label: UInt64, _ element: Element?) {
            (self.group, self.label, self.element) = (group, label, element)
        }
    }

    /// Applies changes, group by group. Returns false if a row is not found in its group, because an object was mutated
    /// or the closure is not pure.
    @export(implementation)
    func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) -> Bool {
        var edits: ContiguousArray<Edit> = []
        edits.reserveCapacity(changes.count)
        for change in changes {
            let (before, after) = (change.old.map(group), change.new.map(group))
            if let before, before != after { edits.append(Edit(before, change.key, nil)) }
            if let after { edits.append(Edit(after, change.key, change.new)) }
        }
        // The sort is stable, and each label is once in a group.
        if edits.count > 1 { edits.sort { $0.group < $1.group } }
        var start = 0
        while start < edits.count {
            var end = start + 1
            while end < edits.count, edits[end].group == edits[start].group { end += 1 }
            if !ranked.edit(edits[start].group, edits[start..<end], source.rows) { return false }
            start = end
        }
        return true
    }
}

extension RankedRows {
    /// Changes the rows of a section, which is created for its first row and removed with its last one. Returns false if
    /// a row is not found.
    @export(implementation)
    mutating func edit<Element>(
        _ group: Key,
        _ edits: ContiguousArray<Grouping<Element, Key>.Edit>.SubSequence,
        _ source: Rows<Element>
    ) -> Bool where Row == RowSection<Key, Element> {
        let label = order.value(of: group)
        var section =
            label.flatMap { rows.tree.value(of: $0) }
            ?? RowSection(group, Rows(sizes: source.tree.sizes, spacing: source.spacing))
        for edit in edits {
            if let element = edit.element {
                section.rows.tree.set(element, for: edit.label)
            } else {
                guard section.rows.tree.contains(edit.label) else { return false }
                section.rows.tree.remove(edit.label)
            }
        }
        switch label {
        case nil where section.rows.isEmpty: break
        case nil: insert(section, for: group)
        case _? where section.rows.isEmpty: remove(group)
        case let label?: rows.update(section, for: label)
        }
        return true
    }
}
