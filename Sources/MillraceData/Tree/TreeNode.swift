/// A node of a ``Tree``: a leaf of entries, or an inner node of children. It is changed in place only through a unique
/// reference; a shared node is copied first.
@usableFromInline
package final class TreeNode<Key: Comparable, Value> {
    @usableFromInline
    package struct Entry {
        @usableFromInline package var key: Key
        @usableFromInline package var value: Value

        @export(implementation)
        package init(_ key: Key, _ value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// What an inner node knows of a child.
    @usableFromInline
    struct Bound {
        /// A lower bound of the keys below, greater than every key below the previous child. The key itself may have
        /// been removed.
        @usableFromInline var key: Key

        /// The number of entries below.
        @usableFromInline var count: Int

        @export(implementation)
        init(key: Key, count: Int) {
            self.key = key
            self.count = count
        }
    }

    /// The number of levels below: 0 for a leaf.
    @usableFromInline let height: Int

    /// The entries of a leaf, by ascending keys; empty in an inner node.
    @exclusivity(unchecked) @usableFromInline var entries: ContiguousArray<Entry>

    /// The children of an inner node; empty in a leaf. Apart from their bounds: an array of references is copied and
    /// released more quickly than one of structures, and bounds are copied as bytes, or not at all.
    @exclusivity(unchecked) @usableFromInline var children: ContiguousArray<TreeNode>

    /// The bounds of the children, at the same indices.
    @exclusivity(unchecked) @usableFromInline var bounds: ContiguousArray<Bound>

    /// Makes a leaf.
    @export(implementation)
    init(entries: ContiguousArray<Entry>) {
        height = 0
        self.entries = entries
        children = []
        bounds = []
    }

    /// Makes an inner node.
    @export(implementation)
    init(height: Int, children: ContiguousArray<TreeNode>, bounds: ContiguousArray<Bound>) {
        self.height = height
        entries = []
        self.children = children
        self.bounds = bounds
    }

    /// A copy that may be changed. That of a leaf has room for one entry more.
    @export(implementation)
    @inline(never)
    func copy() -> TreeNode {
        isLeaf
            ? TreeNode(entries: TreeNode.copy(entries, room: 1))
            : TreeNode(height: height, children: TreeNode.copy(children, room: 0), bounds: bounds)
    }

    /// Copies in a loop that is compiled for the type of the items: an array copies itself by a call of the runtime for
    /// each of them.
    @export(implementation)
    @inline(__always)
    static func copy<Item>(_ items: ContiguousArray<Item>, room: Int) -> ContiguousArray<Item> {
        items.withUnsafeBufferPointer { items in
            ContiguousArray(unsafeUninitializedCapacity: items.count &+ room) { copies, count in
                count = items.count
                guard let target = copies.baseAddress, let source = items.baseAddress else { return }
                for index in 0..<count { (target + index).initialize(to: source[index]) }
            }
        }
    }

    @export(implementation) var isLeaf: Bool { height == 0 }

    /// The number of entries or children that the node holds itself.
    @export(implementation) var occupancy: Int { isLeaf ? entries.count : children.count }

    /// The number of entries below. O(occupancy).
    @export(implementation) var count: Int { isLeaf ? entries.count : bounds.reduce(0) { $0 + $1.count } }

    /// A lower bound of all keys below; in a leaf, the least key.
    @export(implementation) var leastKey: Key { isLeaf ? entries[0].key : bounds[0].key }
}

// MARK: - Searching

extension TreeNode {
    /// The index of the first entry of a leaf whose key is not less than `key`.
    @export(implementation)
    @inline(__always)
    func lowerBound(_ key: Key) -> Int {
        entries.withUnsafeBufferPointer { entries in
            var (low, high) = (0, entries.count)
            while low < high {
                let middle = (low &+ high) >> 1
                if entries[middle].key < key { low = middle &+ 1 } else { high = middle }
            }
            return low
        }
    }

    /// The index of the child to which `key` belongs.
    @export(implementation)
    @inline(__always)
    func childIndex(_ key: Key) -> Int {
        bounds.withUnsafeBufferPointer { bounds in
            var (low, high) = (1, bounds.count)
            while low < high {
                let middle = (low &+ high) >> 1
                if key < bounds[middle].key { high = middle } else { low = middle &+ 1 }
            }
            return low &- 1
        }
    }

    /// The index of the child that contains a position, which is made relative to that child.
    @export(implementation)
    @inline(__always)
    func childIndex(of position: inout Int) -> Int {
        bounds.withUnsafeBufferPointer { bounds in
            var index = 0
            while position >= bounds[index].count {
                position &-= bounds[index].count
                index &+= 1
            }
            return index
        }
    }

    /// The number of entries below the children before one.
    @export(implementation)
    @inline(__always)
    func count(before index: Int) -> Int {
        bounds.withUnsafeBufferPointer { bounds in
            var count = 0
            for before in 0..<index { count &+= bounds[before].count }
            return count
        }
    }
}

// MARK: - Changing

extension TreeNode {
    /// Makes the reference to a child unique, by copying the child if it is shared.
    @export(implementation)
    @inline(__always)
    func ownChild(_ index: Int) {
        if !isKnownUniquelyReferenced(&children[index]) { children[index] = children[index].copy() }
    }

    /// Inserts an entry whose key is not in the tree.
    ///
    /// - Returns: The right half if the node was full and has been split.
    @export(implementation)
    func insert(_ key: Key, _ value: Value, _ sizes: NodeSizes) -> TreeNode? {
        if isLeaf {
            let index = lowerBound(key)
            entries.insert(Entry(key, value), at: index)
            return splitIfNeeded(sizes, isAppending: index == entries.count - 1)
        }
        let index = childIndex(key)
        if key < bounds[index].key { bounds[index].key = key }
        ownChild(index)
        bounds[index].count += 1
        guard let right = children[index].insert(key, value, sizes) else { return nil }
        let count = right.count
        bounds[index].count -= count
        bounds.insert(Bound(key: right.leastKey, count: count), at: index + 1)
        children.insert(right, at: index + 1)
        return splitIfNeeded(sizes, isAppending: index == children.count - 2)
    }

    /// Splits the node in the middle if it is too full. A node that grows at its end gives away as little as allowed,
    /// since further entries are expected on the right.
    @export(implementation)
    func splitIfNeeded(_ sizes: NodeSizes, isAppending: Bool) -> TreeNode? {
        guard occupancy > sizes.most(height: height) else { return nil }
        let kept = isAppending ? occupancy - sizes.least(height: height) : occupancy / 2
        if isLeaf {
            let right = TreeNode(entries: ContiguousArray(entries[kept...]))
            entries.removeSubrange(kept...)
            return right
        }
        let (children, bounds) = (ContiguousArray(children[kept...]), ContiguousArray(bounds[kept...]))
        let right = TreeNode(height: height, children: children, bounds: bounds)
        self.children.removeSubrange(kept...)
        self.bounds.removeSubrange(kept...)
        return right
    }

    /// Removes the entry of a key that is in the tree.
    @export(implementation)
    func remove(_ key: Key, _ sizes: NodeSizes) -> Value {
        if isLeaf { return entries.remove(at: lowerBound(key)).value }
        let index = childIndex(key)
        ownChild(index)
        bounds[index].count -= 1
        let value = children[index].remove(key, sizes)
        evenOut(index, sizes)
        return value
    }

    /// Updates counts and balance after an entry was removed from its leaf.
    @export(implementation)
    func noteRemoval(_ key: Key, _ sizes: NodeSizes) {
        if isLeaf { return }
        let index = childIndex(key)
        ownChild(index)
        bounds[index].count -= 1
        children[index].noteRemoval(key, sizes)
        evenOut(index, sizes)
    }

    /// Refills a child that holds too little from its neighbour, or merges the two.
    @export(implementation)
    func evenOut(_ index: Int, _ sizes: NodeSizes) {
        let height = height - 1
        guard children.count > 1, children[index].occupancy < sizes.least(height: height) else { return }
        let (left, right) = index > 0 ? (index - 1, index) : (index, index + 1)
        let total = children[left].occupancy + children[right].occupancy
        ownChild(left)
        let leftNode = children[left]
        if total <= sizes.mergeable(height: height) {
            let removed = children.remove(at: right)
            leftNode.entries += removed.entries
            leftNode.children += removed.children
            leftNode.bounds += removed.bounds
            bounds[left].count += bounds.remove(at: right).count
        } else {
            ownChild(right)
            let rightNode = children[right]
            leftNode.shift(rightNode, keeping: total / 2)
            let both = bounds[left].count + bounds[right].count
            bounds[left].count = leftNode.count
            bounds[right] = Bound(key: rightNode.leastKey, count: both - leftNode.count)
        }
    }

    /// Moves entries or children between this node and its right neighbour until this one holds `kept`.
    @export(implementation)
    func shift(_ right: TreeNode, keeping kept: Int) {
        if isLeaf {
            TreeNode.shift(&entries, &right.entries, keeping: kept)
        } else {
            TreeNode.shift(&children, &right.children, keeping: kept)
            TreeNode.shift(&bounds, &right.bounds, keeping: kept)
        }
    }

    @export(implementation)
    static func shift<Item>(
        _ left: inout ContiguousArray<Item>,
        _ right: inout ContiguousArray<Item>,
        keeping kept: Int
    ) {
        if left.count < kept {
            let moved = kept - left.count
            left += right[..<moved]
            right.removeSubrange(..<moved)
        } else {
            right.insert(contentsOf: left[kept...], at: 0)
            left.removeSubrange(kept...)
        }
    }
}
