import MillraceSignals

/// Rows ordered by keys: the storage of a view that has an order of its own.
@usableFromInline
struct RankedRows<Key: Comparable, Row> {
    /// The labels of the rows by their keys, in the same order.
    @usableFromInline var order: Tree<Key, UInt64>
    @usableFromInline let rows: EditedRows<Row>
    @usableFromInline let same = Sameness<Row>()

    @export(implementation)
    init(_ rows: EditedRows<Row>) {
        order = Tree()
        self.rows = rows
    }

    /// Replaces all rows by those that `fill` adds, a known number, in ascending order of their keys. O(n).
    @export(implementation)
    mutating func replaceAll<Source>(
        count: Int,
        like source: Rows<Source>,
        _ fill: (_ add: (Key, consuming Row) -> Void) -> Void
    ) {
        var order = TreeBuilder<Key, UInt64>(sizes: source.tree.sizes)
        var rows = TreeBuilder<UInt64, Row>(sizes: source.tree.sizes)
        var (label, step) = source.spacing.labels(count: count)
        fill { key, row in
            order.append(.init(key, label))
            rows.append(.init(label, row))
            label &+= step
        }
        self.order = order.tree()
        self.rows.replaceAll(with: Rows(rows.tree(), source.spacing))
    }

    /// Inserts a row, or replaces the row of the same key if it differs. O(log n).
    @export(implementation)
    mutating func set(_ row: Row, for key: Key) {
        if let label = order.value(of: key) {
            rows.set(row, for: label, same)
        } else {
            insert(row, for: key)
        }
    }

    /// Inserts a row whose key is not there. O(log n).
    @export(implementation)
    mutating func insert(_ row: Row, for key: Key) {
        let (before, after) = order.neighbours(of: key)
        guard let label = rows.rows.spacing.label(after: before, before: after) else { return spread(row, key) }
        order.insert(label, for: key)
        rows.insert(row, for: label)
    }

    /// Inserts a row where there is no room between the labels of its neighbours, which are spread.
    @export(implementation)
    @inline(never)
    mutating func spread(_ row: Row, _ key: Key) {
        var spread: [[Relabelling<Row>]] = []
        let label = rows.rows.insert(row, at: order.rank(of: key)) { spread.append($0) }
        for relabellings in spread {
            for other in relabellings { rows.record(other.old, old: other.element, new: nil) }
            for other in relabellings { rows.record(other.new, old: nil, new: other.element) }
        }
        // Each neighbourhood that was spread contains those before.
        for other in spread.last ?? [] {
            let position = rows.tree.rank(of: other.new)
            order.update(at: label < other.new ? position - 1 : position) { $0 = other.new }
        }
        order.insert(label, for: key)
        rows.record(label, old: nil, new: row)
    }

    /// Removes the row of a key, if it exists. O(log n).
    @export(implementation)
    @discardableResult
    mutating func remove(_ key: Key) -> Bool {
        guard let position = order.position(of: key) else { return false }
        rows.remove(order.remove(at: position))
        return true
    }

    /// The row of a key. O(log n).
    @export(implementation)
    func row(of key: Key) -> Row? { order.value(of: key).flatMap { rows.tree.value(of: $0) } }
}
