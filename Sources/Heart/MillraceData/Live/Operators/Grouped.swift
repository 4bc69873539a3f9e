import MillraceSignals

extension RowSection where Row: Identifiable {
    /// Compares the rows of two versions of a section. O(k log n) for k changes between them.
    @export(implementation) static var sameness: Sameness<RowSection> {
        let same = Sameness<Row>()
        return Sameness {
            $0.id == $1.id && $0.rows.tree.hasSameValues(as: $1.rows.tree, same.callAsFunction)
        }
    }

    /// The cache that the followers of a view of sections read.
    @export(implementation) static var cache: ChangeCache<RowSection> {
        ChangeCache(sameness) {
            unsafeDowncast($0, to: SectionEdits<Row>.self).undo(in: &$1)
        } assumingInner: {
            RowSection($0.id, $0.rows.assuming($1.rows, $2.rows, inner: nil))
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
    /// with its last one. ``observeSectionChanges(isolation:_:)`` reports changes within sections. Groups that do not
    /// equal themselves, such as NaN, are one section, the last. Sections can be sorted like any rows, the last group
    /// first by `.sorted(by: \.id, descending: true)`. The result keeps this view alive. O(k log n) for k changes.
    @export(implementation)
    public func grouped<Group: Hashable & Comparable>(
        by group: @escaping (Element) -> Group
    ) -> LiveView<RowSection<Group, Element>> {
        LiveView<RowSection<Group, Element>>(from: [observable.upstream], cache: RowSection.cache) {
            Grouping(SourceReader(self), $0) { TotallyOrdered(group($0)) }.refresh
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
            cache: RowSection.cache,
            madeAgain: { group, output in
                Grouping(SourceReader(self), output) { TotallyOrdered(group($0)) }.refresh
            }
        )
    }
}

@usableFromInline
final class Grouping<Element: Identifiable, Group: Hashable & Comparable> {
    @usableFromInline typealias Section = RowSection<Group, Element>
    @usableFromInline typealias Key = TotallyOrdered<Group>

    @usableFromInline let source: SourceReader<Element>
    @usableFromInline let group: (Element) -> Key
    @exclusivity(unchecked) @usableFromInline var ranked: RankedRows<Key, Section>
    @usableFromInline let same = Sameness<Element>()

    @export(implementation)
    init(_ source: SourceReader<Element>, _ output: EditedRows<Section>, _ group: @escaping (Element) -> Key) {
        self.source = source
        ranked = RankedRows(output)
        self.group = group
    }

    @export(implementation)
    func refresh() {
        source.follow(into: ranked.rows, apply, anew: makeAnew)
    }

    @export(implementation)
    func makeAnew() {
        // In an array, and not in the dictionary: changing a value of a dictionary in place allocates memory each time.
        var indices = TotalDictionary<Group, Int>()
        var groups: ContiguousArray<(key: Key, rows: TreeBuilder<UInt64, Element>)> = []
        var iterator = source.rows.tree.makeIterator()
        while iterator.advances() {
            let group = iterator.place.lendValue(to: group)
            // A few groups are compared sooner than one is hashed.
            let isFew = groups.count <= 8
            let known = isFew ? groups.firstIndex { $0.key == group } : indices[group]
            let index = known ?? groups.count
            if index == groups.count {
                indices[group] = index
                groups.append((group, TreeBuilder(sizes: source.rows.tree.sizes)))
            }
            groups[index].rows.append(iterator.place.pointee)
        }
        groups.sort { $0.key < $1.key }
        ranked.replaceAll(count: groups.count, like: source.rows) { add in
            for (key, rows) in groups { add(key, Section(key.key, Rows(rows.tree(), source.rows.spacing))) }
        }
    }

    @usableFromInline typealias Changes = ContiguousArray<TreeChange<UInt64, Element>>

    /// A change of a source row, as one of the rows of a group: it enters, leaves or is another one.
    @usableFromInline
    struct Edit {
        @usableFromInline let group: Key
        @usableFromInline let change: Int
        @usableFromInline let leaves: Bool

        @export(implementation)
        init(_ group: Key, _ change: Int, leaves: Bool) {
            (self.group, self.change, self.leaves) = (group, change, leaves)
        }
    }

    /// Applies changes, group by group. Returns false if a row is not found in its group, because an object was mutated
    /// or the closure is not pure.
    @export(implementation)
    func apply(_ changes: Changes) -> Bool {
        var edits: ContiguousArray<Edit> = []
        edits.reserveCapacity(changes.count)
        var isInOrder = true
        func add(_ edit: Edit) {
            if let last = edits.last, edit.group < last.group { isInOrder = false }
            edits.append(edit)
        }
        for index in changes.indices {
            let (before, after) = (changes[index].old.map(group), changes[index].new.map(group))
            if let before, before != after { add(Edit(before, index, leaves: true)) }
            if let after { add(Edit(after, index, leaves: false)) }
        }
        // The sort is stable, and each label is once in a group.
        if !isInOrder { edits.sort { $0.group < $1.group } }
        if let sections = stayingSections(edits) { return apply(changes, edits, within: sections) }
        var start = 0
        while start < edits.count {
            let end = end(of: start, edits)
            if !ranked.edit(edits[start].group, edits[start..<end], changes, source.rows) { return false }
            start = end
        }
        return true
    }

    /// The end of the edits of a group.
    @export(implementation)
    func end(of start: Int, _ edits: ContiguousArray<Edit>) -> Int {
        var end = start + 1
        while end < edits.count, edits[end].group == edits[start].group { end += 1 }
        return end
    }

    /// The labels of the edited sections with the ends of their edits; nil if a section may begin or end.
    @export(implementation)
    func stayingSections(_ edits: ContiguousArray<Edit>) -> ContiguousArray<(label: UInt64, end: Int)>? {
        var sections: ContiguousArray<(label: UInt64, end: Int)> = []
        var start = 0
        while start < edits.count {
            let end = end(of: start, edits)
            guard
                let label = ranked.order.value(of: edits[start].group),
                let section = ranked.rows.tree.entry(of: label),
                section.pointee.value.rows.count > end - start
            else { return nil }
            sections.append((label, end))
            start = end
        }
        return sections
    }

    /// Changes the rows of sections that all stay, in place.
    @export(implementation)
    func apply(
        _ changes: Changes,
        _ edits: ContiguousArray<Edit>,
        within sections: ContiguousArray<(label: UInt64, end: Int)>
    ) -> Bool {
        var done: Changes = []
        done.reserveCapacity(edits.count)
        var shown: ContiguousArray<Int> = []
        shown.reserveCapacity(sections.count)
        for (index, section) in sections.enumerated() {
            let start = done.count
            let place = ranked.rows.rows.tree.ownEntry(of: section.label)
            while done.count < section.end {
                let edit = edits[done.count]
                if let change = place.pointee.value.rows.tree.take(changes[edit.change], leaves: edit.leaves) {
                    done.append(change)
                } else {
                    let partly = ContiguousArray(sections.map { (label: $0.label, end: min($0.end, done.count)) })
                    SectionEdits(partly, shown: [], done).undo(in: &ranked.rows.rows)
                    return false
                }
            }
            if done.show(start..<section.end, in: place.pointee.value.rows, same) { shown.append(index) }
        }
        ranked.rows.inner = SectionEdits(sections, shown: shown, done)
        return true
    }
}

extension Tree {
    /// Applies a change of a source row to the rows of a section. Returns the change, or nil if the row that leaves is
    /// not found.
    @export(implementation)
    mutating func take(_ change: TreeChange<Key, Value>, leaves: Bool) -> TreeChange<Key, Value>? {
        let isThere = contains(change.key)
        guard !leaves, let new = change.new else {
            return isThere ? TreeChange(change.key, old: remove(change.key), new: nil) : nil
        }
        if !isThere { insert(new, for: change.key) }
        let old = isThere ? update(change.key) { exchange(&$0, with: new) } : nil
        return TreeChange(change.key, old: old, new: new)
    }
}

extension RankedRows {
    /// Changes the rows of a section, which is created for its first row and removed with its last one. Returns false
    /// if a row is not found.
    @export(implementation)
    mutating func edit<Element, Group>(
        _ group: Key,
        _ edits: ContiguousArray<Grouping<Element, Group>.Edit>.SubSequence,
        _ changes: Grouping<Element, Group>.Changes,
        _ source: Rows<Element>
    ) -> Bool where Key == TotallyOrdered<Group>, Row == RowSection<Group, Element> {
        let label = order.value(of: group)
        var section =
            label.flatMap { rows.tree.value(of: $0) }
            ?? RowSection(group.key, Rows(sizes: source.tree.sizes, spacing: source.spacing))
        for edit in edits {
            if section.rows.tree.take(changes[edit.change], leaves: edit.leaves) == nil { return false }
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
