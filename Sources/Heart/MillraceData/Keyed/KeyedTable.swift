import MillraceBase
import MillraceSignals

extension ChangeIndex {
    /// A live view of the results of a function of the value and each row of another view, in the order of that view.
    ///
    /// Like ``map(_:_:)``, and each result is the row of its element, whose identity it must have. A change of the rows
    /// costs as much as it changes, too: O(log n) for each row that comes, goes or moves.
    ///
    /// - Parameters:
    ///   - rows: The elements.
    ///   - read: Computes the result for an element, and reports the keys that it has read. It must depend on nothing
    ///     else.
    /// - Complexity: O(m log n) for m elements that have changed or have read a changed key, of n rows.
    @export(implementation)
    public func map<Element: Identifiable, Row: Identifiable>(
        _ rows: LiveView<Element>,
        _ read: @escaping (Value, Element) -> (output: Row, keys: Set<Key>)
    ) -> LiveView<Row> where Element.ID == Row.ID {
        let reader = KeyedTable(self, rows.observable.box, read)
        return Observable<Table<Row>>(
            from: [passing.upstream, rows.observable.upstream],
            box: reader.box,
            computesToLink: true,
            remembering: { node, isKept in reader.compute(node, isKept) },
            forget: { alsoValue in reader.forget(alsoValue) }
        )
        .live { $0 }
    }
}

/// Computes a row for each element of a view, and again for those that have read a changed key.
@usableFromInline
final class KeyedTable<Value, Key: Hashable, Element: Identifiable, Row: Identifiable>: KeyedReader<Key>
where Element.ID == Row.ID {
    @usableFromInline let box = Box<Table<Row>>()
    @usableFromInline let index: ChangeIndex<Value, Key>
    @usableFromInline let input: Box<Rows<Element>>
    @usableFromInline let read: (Value, Element) -> (output: Row, keys: Set<Key>)
    @usableFromInline var list = Rows<Element>()
    @usableFromInline var entries: [Element.ID: KeyedRow<Key, Element>] = [:]

    @export(implementation)
    init(
        _ index: ChangeIndex<Value, Key>,
        _ input: Box<Rows<Element>>,
        _ read: @escaping (Value, Element) -> (output: Row, keys: Set<Key>)
    ) {
        (self.index, self.input, self.read) = (index, input, read)
        super.init()
    }

    @export(implementation)
    func compute(_ node: Node, _ isKept: Bool) -> Bool {
        let present = input.value
        guard isKept else { return computeAll(present, node) }
        let isFirst = self.node == nil
        self.node = node
        var table = isFirst ? [] : box.value
        let isChanged = follow(present, &table) || isFirst
        if wasLeft { return computeAll(present, node) }
        if isChanged { box.write(table, of: node) }
        return isChanged
    }

    @export(implementation)
    func computeAll(_ present: Rows<Element>, _ node: Node) -> Bool {
        box.write(Table(present.map { read(index.present.value, $0).output }), of: node)
        return true
    }

    /// Brings the table up to date. Returns whether anything may have changed.
    @export(implementation)
    func follow(_ present: Rows<Element>, _ table: inout Table<Row>) -> Bool {
        let changes = present.changes(from: exchange(&list, with: present))
        let former = exchange(&stale, with: [])
        if changes.isEmpty, former.isEmpty { return false }
        let moved = changes.moves.map { (id: table[$0.old].id, new: $0.new) }
        for id in changes.deletions.map({ table[$0].id }) {
            table.remove(id: id)
            if let entry = entries.removeValue(forKey: id) { index.setReads([], entry) }
        }
        var kept: [Element.ID: Row] = [:]
        for (id, _) in moved { kept[id] = table.remove(id: id) }
        let come = changes.insertions.map { (id: present[$0].id, new: $0) }
        // Where those before it stand already, each stands at its place.
        for (id, position) in (moved + come).sorted(by: { $0.new < $1.new }) {
            table.insert(kept[id] ?? row(for: present[position]), at: position)
        }
        for pair in changes.modifications { table[pair.new] = row(for: present[pair.new]) }
        for case let entry as KeyedRow<Key, Element> in former where entry.isStale {
            // One that has left has no row any more.
            let id = entry.element.id
            if entries[id] === entry { table[id: id] = row(for: entry.element) }
        }
        return true
    }

    /// Computes the row of an element, whose entry is made if there is none.
    @export(implementation)
    func row(for element: Element) -> Row {
        let entry = entries[element.id] ?? KeyedRow(element, self)
        entry.element = element
        entries[element.id] = entry
        return index.compute(entry) { read(index.present.value, element) }
    }

    /// Forgets all, when it is not observed any more.
    @export(implementation)
    func forget(_ alsoValue: Bool) -> AnyObject? {
        for entry in entries.values { index.setReads([], entry) }
        let former = (exchange(&entries, with: [:]), alsoValue ? box.replaceValue(with: []) : nil)
        (stale, list, node) = ([], Rows(), nil)
        return Forgotten(former.0, former.1)
    }
}

/// The computation of a row, with its element.
@usableFromInline
final class KeyedRow<Key: Hashable, Element>: KeyedEntry<Key> {
    @usableFromInline var element: Element

    @export(implementation)
    init(_ element: Element, _ reader: KeyedReader<Key>) {
        self.element = element
        super.init(reader)
    }
}
