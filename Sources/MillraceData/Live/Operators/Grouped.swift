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
        let setting = group.map { Setting($0) }
        let inputs = [observable.upstream, setting.upstream]
        return LiveView<RowSection<Group, Element>>(from: inputs, same: RowSection.sameness) {
            Settable(SettingReader(setting)) { Grouping(SourceReader(self), $0) }
        }
    }
}

@usableFromInline
struct Grouping<Element: Identifiable, Group: Hashable & Comparable>: SourceOperator {
    @usableFromInline typealias Section = RowSection<Group, Element>

    @usableFromInline var source: SourceReader<Element>
    @usableFromInline let group: (Element) -> Group
    @usableFromInline var ranked = RankedRows<Group, Section>()

    @export(implementation)
    init(_ source: SourceReader<Element>, _ group: @escaping (Element) -> Group) {
        self.source = source
        self.group = group
    }

    @export(implementation) var output: Rows<Section> {
        get { ranked.rows }
        _modify { yield &ranked.rows }
    }

    @export(implementation)
    mutating func makeAnew() {
        let (sizes, spacing) = (source.rows.tree.sizes, source.rows.spacing)
        let none = TreeBuilder<UInt64, Element>(sizes: sizes)
        var groups: [Group: TreeBuilder<UInt64, Element>] = [:]
        var iterator = source.rows.tree.makeIterator()
        while let entry = iterator.next() { groups[group(entry.value), default: none].append(entry) }
        let sections = groups.map { (key: $0, row: Section($0, Rows($1.tree(), spacing))) }.sorted { $0.key < $1.key }
        ranked = RankedRows(ascending: sections, sizes: sizes, spacing: spacing)
    }

    /// Applies changes. Returns false if a row is not found in its group, because an object was mutated or the closure
    /// is not pure.
    @export(implementation)
    mutating func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) -> Bool {
        for change in changes {
            let (before, after) = (change.old.map(group), change.new.map(group))
            if let before, before != after {
                guard ranked.remove(change.key, from: before) else { return false }
            }
            if let after, let element = change.new { ranked.put(element, change.key, into: after, source.rows) }
        }
        return true
    }
}

extension RankedRows {
    /// The label of the section of a group, if it exists.
    @export(implementation)
    func label(of key: Key) -> UInt64? {
        let position = order.rank(of: key)
        return position < order.count && order.key(at: position) == key ? rows.tree.key(at: position) : nil
    }

    /// Removes a row from a section, and the section with its last row. Returns false if the row is not found.
    @export(implementation)
    mutating func remove<Element>(_ label: UInt64, from group: Key) -> Bool where Row == RowSection<Key, Element> {
        guard let section = self.label(of: group) else { return false }
        let isLast: Bool? = rows.tree.update(section) { section in
            guard section.rows.tree.contains(label) else { return nil }
            section.rows.tree.remove(label)
            return section.rows.isEmpty
        }
        if isLast == true { remove(group) }
        return isLast != nil
    }

    /// Adds a row to a section, which is created for its first row.
    @export(implementation)
    mutating func put<Element>(
        _ element: Element,
        _ label: UInt64,
        into group: Key,
        _ source: Rows<Element>
    ) where Row == RowSection<Key, Element> {
        if let section = self.label(of: group) {
            rows.tree.update(section) { $0.rows.tree.set(element, for: label) }
        } else {
            let rows = Rows(ascending: [.init(label, element)], like: source.tree.sizes, source.spacing)
            set(RowSection(group, rows), for: group)
        }
    }
}
