/// An index of labels by a key that several rows may share; joins, sets and distinct rows use it to find matching rows.
@usableFromInline
struct KeyIndex<Key: Hashable> {
    /// The keys, by their hashes and the labels of their rows.
    @usableFromInline var tree: Tree<HashedLabel, Key>

    @export(implementation)
    init(sizes: NodeSizes = .standard) { tree = Tree(sizes: sizes) }

    /// Indexes all rows of a view that have a key. O(n log n).
    @export(implementation)
    init<Element>(_ rows: Rows<Element>, _ key: (Element) -> Key?) {
        var entries: ContiguousArray<Tree<HashedLabel, Key>.Node.Entry> = []
        entries.reserveCapacity(rows.count)
        var iterator = rows.tree.makeIterator()
        while let entry = iterator.next() {
            if let key = key(entry.value) { entries.append(.init(HashedLabel(key.hashValue, entry.key), key)) }
        }
        entries.sort { $0.key < $1.key }
        tree = Tree(ascending: entries, sizes: rows.tree.sizes)
    }

    /// Adds the key of the row of a label. O(log n).
    @export(implementation)
    mutating func insert(_ label: UInt64, for key: Key) { tree.insert(key, for: HashedLabel(key.hashValue, label)) }

    /// Removes the key of the row of a label. O(log n).
    @export(implementation)
    mutating func remove(_ label: UInt64, for key: Key) {
        let place = HashedLabel(key.hashValue, label)
        if tree.contains(place) { tree.remove(place) }
    }

    /// Updates the index for a change of a row. O(log n).
    @export(implementation)
    mutating func update(_ label: UInt64, from old: Key?, to new: Key?) {
        if let old, let new, old == new { return }
        if let old { remove(label, for: old) }
        if let new { insert(label, for: new) }
    }

    /// The label of the first row that has a key. O(log n).
    @export(implementation)
    func first(_ key: Key) -> UInt64? {
        var first: UInt64?
        forEach(key) { label in
            first = label
            return false
        }
        return first
    }

    /// The labels of all rows with a key, in ascending order. O(k log n) for k rows.
    @export(implementation)
    func labels(of key: Key) -> [UInt64] {
        var labels: [UInt64] = []
        forEach(key) { label in
            labels.append(label)
            return true
        }
        return labels
    }

    /// Calls `body` with the labels of the rows that have a key, in their order, until it returns false. O(log n) per
    /// label.
    @export(implementation)
    func forEach(_ key: Key, _ body: (UInt64) -> Bool) {
        let hash = key.hashValue
        var wanted = HashedLabel(hash, 0)
        while let entry = tree.firstEntry(atOrAfter: wanted), entry.pointee.key.hash == hash {
            let label = entry.pointee.key.label
            if entry.pointee.value == key, !body(label) { return }
            wanted = HashedLabel(hash, label + 1)
        }
    }
}
