extension Tree {
    /// Inserts entries between two neighbouring keys of the tree, or before or behind all of them: a leaf is found for
    /// as many as it has room for. O(k + k log n / leaf) for k entries.
    ///
    /// - Parameters:
    ///   - keys: Their keys, which ascend.
    ///   - value: The value of the key at an index.
    @export(implementation)
    mutating func insert(_ keys: ContiguousArray<Key>, _ value: (Int) -> Value) {
        var index = 0
        while index < keys.count {
            let count = numberFitting(keys, from: index)
            if count == 0 {
                insert(value(index), for: keys[index])
                index += 1
            } else {
                let leaf = ownLeaf(of: keys[index], growingBy: count)
                leaf._withUnsafeGuaranteedRef { $0.insert(keys, index..<(index + count), value) }
                self.count += count
                index += count
            }
        }
    }

    /// How many keys, from one on, the leaf to which that one belongs has room for.
    @export(implementation)
    func numberFitting(_ keys: ContiguousArray<Key>, from first: Int) -> Int {
        guard root != nil else { return 0 }
        var limit: Key?
        let leaf = descend { node in
            let index = node.childIndex(keys[first])
            if index + 1 < node.occupancy { limit = node.bounds[index + 1].key }
            return index
        }
        let end = first + Swift.min(keys.count - first, sizes.leaf - leaf._withUnsafeGuaranteedRef { $0.occupancy })
        guard let limit else { return Swift.max(0, end - first) }
        var index = first
        while index < end, keys[index] < limit { index += 1 }
        return index - first
    }

    /// The leaf to which a key belongs; it has room for so many entries more, it and all nodes above it are uniquely
    /// referenced, and these count the entries already. The tree must not be empty.
    @export(implementation)
    mutating func ownLeaf(of key: Key, growingBy count: Int) -> Unmanaged<Node> {
        if var root = exchange(&root, with: nil) {
            Node.own(&root, room: root.occupancy + (root.isLeaf ? count : 0))
            self.root = root
        }
        return descend { node in
            let index = node.childIndex(key)
            if key < node.bounds[index].key { node.bounds[index].key = key }
            node.bounds[index].count += count
            TreeNode.own(&node.children[index], room: node.children[index].occupancy + (node.height == 1 ? count : 0))
            return index
        }
    }
}

extension TreeNode {
    /// Inserts entries of a leaf, which must have room for them, before the first one with a greater key.
    @export(implementation)
    func insert(_ keys: ContiguousArray<Key>, _ range: Range<Int>, _ value: (Int) -> Value) {
        let first = lowerBound(keys[range.lowerBound])
        let place = start + first
        (place + range.count).moveInitialize(from: place, count: occupancy - first)
        for (offset, index) in range.enumerated() { (place + offset).initialize(to: Entry(keys[index], value(index))) }
        grow(by: range.count)
    }
}
