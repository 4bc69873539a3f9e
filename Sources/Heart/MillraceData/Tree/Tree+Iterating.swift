/// Iterates over a tree by ascending keys, leaf by leaf. It allocates nothing: the next leaf is found by its position,
/// which costs O(log n) per leaf.
@usableFromInline
package struct TreeIterator<Key: Comparable, Value>: IteratorProtocol {
    @usableFromInline let tree: Tree<Key, Value>
    @usableFromInline var leaf: Unmanaged<TreeNode<Key, Value>>?
    @usableFromInline var index = 0
    @usableFromInline var leafEnd = 0

    /// The position at which the next leaf begins.
    @usableFromInline var nextLeaf = 0

    @export(implementation)
    init(_ tree: Tree<Key, Value>, from position: Int = 0) {
        self.tree = tree
        guard position < tree.count else {
            nextLeaf = tree.count
            return
        }
        let (leaf, index) = tree.place(at: position)
        self.leaf = leaf
        self.index = index
        leafEnd = leaf._withUnsafeGuaranteedRef { $0.occupancy }
        nextLeaf = position - index + leafEnd
    }

    @export(implementation)
    package mutating func next() -> TreeNode<Key, Value>.Entry? {
        guard advances() else { return nil }
        return place.pointee
    }

    @export(implementation)
    package mutating func nextValue() -> Value? {
        guard advances() else { return nil }
        return place.pointee.value
    }

    /// The entry that was advanced past.
    @export(implementation)
    @inline(__always)
    var place: UnsafeMutablePointer<TreeEntry<Key, Value>> {
        leaf.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.start + (index &- 1) }
    }

    /// Advances past the next entry.
    @export(implementation)
    @inline(__always)
    mutating func advances() -> Bool {
        if index == leafEnd {
            guard nextLeaf < tree.count else { return false }
            let leaf = tree.place(at: nextLeaf).leaf
            self.leaf = leaf
            leafEnd = leaf._withUnsafeGuaranteedRef { $0.occupancy }
            nextLeaf &+= leafEnd
            index = 0
        }
        index &+= 1
        return true
    }
}

extension Tree: Sequence {
    @export(implementation)
    package func makeIterator() -> TreeIterator<Key, Value> { TreeIterator(self) }

    /// An iterator that starts at a position. O(log n).
    @export(implementation)
    package func iterator(from position: Int) -> TreeIterator<Key, Value> { TreeIterator(self, from: position) }

    @export(implementation) package var underestimatedCount: Int { count }
}
