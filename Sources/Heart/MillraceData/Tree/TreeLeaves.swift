/// The leaves of a tree in their order, to go through its entries from both ends without descents.
///
/// They are not counted: they may be used for as long as the tree is kept and not changed.
@usableFromInline
struct TreeLeaves<Key: Comparable, Value> {
    @usableFromInline typealias Node = TreeNode<Key, Value>
    @usableFromInline typealias Place = UnsafeMutablePointer<TreeEntry<Key, Value>>

    @usableFromInline var leaves: ContiguousArray<Unmanaged<Node>> = []
    @usableFromInline let count: Int

    /// Finds the leaves. O(number of leaves).
    @export(implementation)
    init(of tree: Tree<Key, Value>) {
        count = tree.count
        if let root = tree.root { add(root) }
    }

    @export(implementation)
    mutating func add(_ node: Node) {
        if node.isLeaf { return leaves.append(.passUnretained(node)) }
        for index in 0..<node.occupancy { node.child(index)._withUnsafeGuaranteedRef { add($0) } }
    }

    /// The first entry of a leaf, and the number of its entries.
    @export(implementation)
    @inline(__always)
    func entries(of leaf: Int) -> (start: Place, count: Int) {
        leaves[leaf]._withUnsafeGuaranteedRef { ($0.start, $0.occupancy) }
    }

    /// The number of first entries that are pairwise the same as those of another tree. O(1) for each.
    @export(implementation)
    @inline(__always)
    func beginning(with other: TreeLeaves, _ areSame: (Place, Place) -> Bool) -> Int {
        var total = 0
        var (own, others) = ((leaf: -1, index: 0, count: 0), (leaf: -1, index: 0, count: 0))
        let limit = Swift.min(count, other.count)
        while total < limit {
            if own.index == own.count { own = (own.leaf + 1, 0, entries(of: own.leaf + 1).count) }
            if others.index == others.count { others = (others.leaf + 1, 0, other.entries(of: others.leaf + 1).count) }
            let (left, right) = (
                entries(of: own.leaf).start + own.index, other.entries(of: others.leaf).start + others.index
            )
            let run = Swift.min(own.count - own.index, others.count - others.index)
            for index in 0..<run where !areSame(left + index, right + index) { return total + index }
            own.index += run
            others.index += run
            total += run
        }
        return total
    }

    /// The number of last entries that are pairwise the same as those of another tree, at most `limit`. O(1) for each.
    @export(implementation)
    @inline(__always)
    func ending(with other: TreeLeaves, limit: Int, _ areSame: (Place, Place) -> Bool) -> Int {
        var total = 0
        // How many entries of each leaf are left.
        var (own, others) = ((leaf: leaves.count, left: 0), (leaf: other.leaves.count, left: 0))
        while total < limit {
            if own.left == 0 { own = (own.leaf - 1, entries(of: own.leaf - 1).count) }
            if others.left == 0 { others = (others.leaf - 1, other.entries(of: others.leaf - 1).count) }
            let (left, right) = (
                entries(of: own.leaf).start + own.left, other.entries(of: others.leaf).start + others.left
            )
            let run = Swift.min(own.left, others.left, limit - total)
            for index in 0..<run where !areSame(left - index - 1, right - index - 1) { return total + index }
            own.left -= run
            others.left -= run
            total += run
        }
        return total
    }

    /// Where the entries of a range of positions stand. O(number of leaves + length of the range).
    @export(implementation)
    func places(_ range: Range<Int>) -> ContiguousArray<Place> {
        var places: ContiguousArray<Place> = []
        places.reserveCapacity(range.count)
        var position = 0
        for leaf in leaves.indices where position < range.upperBound {
            let (start, count) = entries(of: leaf)
            let part = range.clamped(to: position..<(position + count))
            for index in part { places.append(start + (index - position)) }
            position += count
        }
        return places
    }
}
