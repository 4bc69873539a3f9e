import MillraceSignals

/// The rows of a view while an operator brings them up to date, and its changes.
///
/// Nothing else holds these rows meanwhile, so their tree is changed in place, unless somebody has kept the version
/// before.
@usableFromInline
final class EditedRows<Row> {
    @usableFromInline typealias Changes = ContiguousArray<TreeChange<UInt64, Row>>

    @exclusivity(unchecked) @usableFromInline var rows = Rows<Row>()

    /// Where the rows are while they are not edited.
    @usableFromInline let shown: Box<Rows<Row>>

    /// Whether anybody observes the view.
    @exclusivity(unchecked) @usableFromInline var isObserved = false

    /// The single changes, in the order in which they were made.
    @exclusivity(unchecked) @usableFromInline var changes: Changes = []

    /// The changes within the rows, if they are known more closely. Then there are no other changes.
    @exclusivity(unchecked) @usableFromInline var inner: InnerChanges?

    /// The rows before, if all were built again.
    @exclusivity(unchecked) @usableFromInline var former: Rows<Row>?

    @export(implementation)
    init(shown: Box<Rows<Row>> = Box(Rows())) { self.shown = shown }

    @export(implementation) var tree: Tree<UInt64, Row> {
        _read { yield rows.tree }
    }

    @export(implementation)
    @inline(__always)
    func record(_ label: UInt64, old: consuming Row?, new: consuming Row?) {
        if former == nil { changes.append(TreeChange(label, old: old, new: new)) }
    }

    /// Inserts a row. O(log n).
    @export(implementation)
    func insert(_ row: Row, for label: UInt64) {
        rows.tree.insert(row, for: label)
        record(label, old: nil, new: row)
    }

    /// Inserts rows of ascending labels between two neighbours. O(k + log n) for k rows.
    @export(implementation)
    func insert(_ labels: ContiguousArray<UInt64>, _ row: (Int) -> Row) {
        rows.tree.insert(labels, row)
        if former != nil { return }
        if changes.isEmpty { changes.reserveCapacity(labels.count) }
        for index in labels.indices { changes.append(TreeChange(labels[index], old: nil, new: row(index))) }
    }

    /// Replaces the row of a label that is there. O(log n).
    @export(implementation)
    func update(_ row: Row, for label: UInt64) {
        let old = rows.tree.update(label) { exchange(&$0, with: row) }
        record(label, old: old, new: row)
    }

    /// Inserts a row, or replaces that of the label if it differs. O(log n).
    @export(implementation)
    func set(_ row: Row, for label: UInt64, _ same: Sameness<Row>) {
        if let entry = rows.tree.entry(of: label) {
            if same(entry.pointee.value, row) { return }
            update(row, for: label)
        } else {
            insert(row, for: label)
        }
    }

    /// Removes the row of a label that is there. O(log n).
    @export(implementation)
    func remove(_ label: UInt64) {
        let old = rows.tree.remove(label)
        record(label, old: old, new: nil)
    }

    /// Replaces all rows.
    @export(implementation)
    func replaceAll(with rows: Rows<Row>) {
        if former == nil {
            self.rows.tree.undo(exchange(&changes, with: []))
            former = self.rows
        }
        self.rows = Rows(rows.tree, rows.spacing)
    }

    /// Takes the changes since the last call: the changes by ascending labels, each label once, or the former rows.
    @export(implementation)
    func takeChanges(_ same: Sameness<Row>) -> (changes: Changes, former: Rows<Row>?) {
        var taken = exchange(&changes, with: [])
        taken.settle(same)
        return (taken, exchange(&former, with: nil))
    }
}

extension ContiguousArray {
    /// Sorts changes by ascending keys, and makes one of all those of a key. Changes that are in order stay as they
    /// are.
    @export(implementation)
    mutating func settle<Value>(_ same: Sameness<Value>) where Element == TreeChange<UInt64, Value> {
        if areAscending() { return }
        var settled: ContiguousArray = []
        settled.reserveCapacity(count)
        // Labels have 63 bits.
        for index in ascendingOrder(of: map { Int64(bitPattern: $0.key) }) {
            if let last = settled.last, last.key == self[index].key {
                settled[settled.count - 1] = TreeChange(last.key, old: last.old, new: self[index].new)
            } else {
                settled.append(self[index])
            }
        }
        if settled.count < count {
            settled.removeAll { change in
                guard let old = change.old else { return change.new == nil }
                return change.new.map { same(old, $0) } ?? false
            }
        }
        self = settled
    }

    /// Whether all keys differ and ascend.
    @export(implementation)
    func areAscending<Value>() -> Bool where Element == TreeChange<UInt64, Value> {
        for index in 1..<Swift.max(1, count) where self[index - 1].key >= self[index].key { return false }
        return true
    }
}
