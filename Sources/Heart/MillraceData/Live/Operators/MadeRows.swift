import MillraceSignals

/// A value with its label.
@usableFromInline
struct Labelled<Content> {
    @usableFromInline let label: UInt64
    @usableFromInline let content: Content

    @export(implementation)
    init(_ label: UInt64, _ content: Content) {
        self.label = label
        self.content = content
    }
}

extension Labelled: Sendable where Content: Sendable {}

/// Rows that are made elsewhere: those that are there, which of them are missing or obsolete, and which of these are
/// being made.
@usableFromInline
struct MadeRows<Element: Identifiable, Row: Identifiable> {
    /// The source rows that were followed last.
    @usableFromInline var source = Rows<Element>()

    /// The rows that are there, by the labels of the source.
    @usableFromInline var output = Rows<Row>()

    /// The elements whose rows are to be made, by their labels.
    @usableFromInline var missing = Tree<UInt64, Element>()

    /// The labels whose rows are being made, unless they are gone meanwhile.
    @usableFromInline var inWork: Set<UInt64> = []
    @usableFromInline let same = Sameness<Element>()

    @export(implementation)
    init() {}

    /// Creates all rows at once.
    @export(implementation)
    init(of source: Rows<Element>, _ transform: (Element) -> Row) {
        self.source = source
        var rows: ContiguousArray<Tree<UInt64, Row>.Node.Entry> = []
        rows.reserveCapacity(source.count)
        var iterator = source.tree.makeIterator()
        while let entry = iterator.next() { rows.append(.init(entry.key, transform(entry.value))) }
        output = Rows(ascending: rows, like: source.tree.sizes, source.spacing)
        output.era = source.era
    }

    @export(implementation) var isMissingRows: Bool { missing.count > 0 }

    /// Notes what has changed in the source. Rows that are gone are removed, and those that were moved take their
    /// result along.
    @export(implementation)
    mutating func follow(_ rows: Rows<Element>) {
        let former = exchange(&source, with: rows)
        output.era = rows.era
        if former.count == 0 { return followFirst() }
        guard let changes = rows.tree.changes(from: former.tree, same) else { return }
        var gone: [Labelled<Element>] = []
        var come: [Labelled<Element>] = []
        for change in changes {
            switch (change.old, change.new) {
            case (let old?, let new?) where old.id == new.id: missing.set(new, for: change.key)
            case (let old, let new):
                if let old { gone.append(Labelled(change.key, old)) }
                if let new { come.append(Labelled(change.key, new)) }
            }
        }
        move(gone, come)
    }

    /// Begins with rows of which none is there.
    @export(implementation)
    mutating func followFirst() {
        output = Rows(ascending: [], like: source.tree.sizes, source.spacing)
        output.era = source.era
        missing = source.tree
    }

    @export(implementation)
    mutating func move(_ gone: [Labelled<Element>], _ come: [Labelled<Element>]) {
        let former = gone.map { takeRow($0.label) }
        let partners = RowChanges.partners(gone.map(\.content.id), come.map(\.content.id))
        for (arrival, partner) in zip(come, partners) {
            guard let partner, let row = former[partner].row else {
                missing.set(arrival.content, for: arrival.label)
                continue
            }
            output.tree.set(row, for: arrival.label)
            let isMade = !former[partner].isObsolete && same(gone[partner].content, arrival.content)
            if !isMade { missing.set(arrival.content, for: arrival.label) }
        }
    }

    /// Removes what there is of a row. Its element is not in the source at this label any more.
    @export(implementation)
    mutating func takeRow(_ label: UInt64) -> (row: Row?, isObsolete: Bool) {
        let isInWork = inWork.remove(label) != nil
        let isMissing = missing.contains(label)
        if isMissing { missing.remove(label) }
        let row = output.tree.contains(label) ? output.tree.remove(label) : nil
        return (row, isInWork || isMissing)
    }

    /// Takes the first elements whose rows are missing; nil if there are none.
    @export(implementation)
    mutating func takeBatch(_ size: Int) -> ContiguousArray<Labelled<Element>>? {
        guard isMissingRows else { return nil }
        var batch: ContiguousArray<Labelled<Element>> = []
        inWork = []
        for entry in missing.prefix(size) {
            batch.append(Labelled(entry.key, entry.value))
            inWork.insert(entry.key)
        }
        for part in batch { missing.remove(part.label) }
        return batch
    }

    /// Adds the rows of a batch but those whose elements are gone.
    @export(implementation)
    mutating func receive(_ rows: ContiguousArray<Labelled<Row>>) {
        let same = Sameness<Row>()
        for row in rows where inWork.contains(row.label) { output.tree.set(row.content, for: row.label, same) }
        inWork = []
    }
}

extension Tree {
    /// Inserts a value, or replaces the key's value if it differs. O(log n).
    @export(implementation)
    mutating func set(_ value: Value, for key: Key, _ same: Sameness<Value>) {
        if let entry = entry(of: key) {
            if !same(entry.pointee.value, value) { update(key) { $0 = value } }
        } else {
            insert(value, for: key)
        }
    }
}
