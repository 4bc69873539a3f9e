/// Rows ordered by keys: the storage of a view that has an order of its own.
@usableFromInline
struct RankedRows<Key: Comparable, Row> {
    /// The keys of the rows, at the same positions.
    @usableFromInline var order: Tree<Key, Void>
    @usableFromInline var rows: Rows<Row>
    @usableFromInline let same = Sameness<Row>()

    @export(implementation)
    init(sizes: NodeSizes = .standard, spacing: Spacing = .standard) {
        order = Tree(sizes: sizes)
        rows = Rows(sizes: sizes, spacing: spacing)
    }

    /// Makes ranked rows of entries in ascending order. O(n).
    @export(implementation)
    init(ascending entries: [(key: Key, row: Row)], sizes: NodeSizes, spacing: Spacing) {
        order = Tree(ascending: ContiguousArray(entries.lazy.map { .init($0.key, ()) }), sizes: sizes)
        rows = Rows(entries.lazy.map(\.row), sizes: sizes, spacing: spacing)
    }

    /// Makes ranked rows of entries in ascending order, and moves them out of their memory, which is not initialised
    /// afterwards. O(n).
    @export(implementation)
    init(moving entries: UnsafeMutableBufferPointer<(key: Key, row: Row)>, sizes: NodeSizes, spacing: Spacing) {
        var order = TreeBuilder<Key, Void>(sizes: sizes)
        rows = Rows(count: entries.count, sizes: sizes, spacing: spacing) { append in
            for index in entries.indices {
                let entry = entries.moveElement(from: index)
                order.append(.init(entry.key, ()))
                append(entry.row)
            }
        }
        self.order = order.tree()
    }

    /// Inserts a row, or replaces the row of the same key. O(log n).
    @export(implementation)
    mutating func set(_ row: Row, for key: Key) {
        let position = order.rank(of: key)
        if position < order.count, order.key(at: position) == key {
            rows.tree.replace(row, for: rows.tree.key(at: position), same)
        } else {
            order.insert((), for: key)
            rows.insert(row, at: position)
        }
    }

    /// Removes the row of a key, if it exists. O(log n).
    @export(implementation)
    @discardableResult
    mutating func remove(_ key: Key) -> Bool {
        let position = order.rank(of: key)
        guard position < order.count, order.key(at: position) == key else { return false }
        order.remove(key)
        _ = rows.remove(at: position)
        return true
    }

    /// The row of a key. O(log n).
    @export(implementation)
    func row(of key: Key) -> Row? {
        let position = order.rank(of: key)
        return position < order.count && order.key(at: position) == key ? rows.tree[position] : nil
    }
}
