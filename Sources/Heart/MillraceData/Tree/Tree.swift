import MillraceSignals

/// A persistent map from ascending keys to values that also finds entries by position: a counted B+ tree.
///
/// A copy shares all nodes; a change copies the shared nodes on its path, O(log n). The other structures of this module
/// are built on it: the order of a table, its index of identities, the orders of sorted views.
@usableFromInline
package struct Tree<Key: Comparable, Value> {
    @usableFromInline package typealias Node = TreeNode<Key, Value>

    /// The root node; nil if the tree is empty.
    @usableFromInline package var root: Node?
    @usableFromInline package var count = 0
    @usableFromInline package let sizes: NodeSizes

    /// Creates an empty tree.
    @export(implementation)
    package init(sizes: NodeSizes = .standard) { self.sizes = sizes }

    /// Whether all entries are in one leaf.
    @export(implementation) package var isFlat: Bool { root?.isLeaf != false }

    /// Whether two trees are the same version.
    @export(implementation)
    package func isSame(as other: Tree) -> Bool { root === other.root }
}

// Nodes are class instances, but a node that more than one version refers to is never changed, so threads that share a
// node only read it.
extension Tree: @unchecked Sendable where Key: Sendable, Value: Sendable {}

// MARK: - Reading

// A descent counts no references: the tree keeps its nodes alive. An entry that is found stays where it is for as long
// as the tree is kept and not changed.
extension Tree {
    @usableFromInline typealias Place = UnsafeMutablePointer<TreeEntry<Key, Value>>

    /// A leaf, reached from the root by the index of a child in each node. The tree must not be empty.
    @export(implementation)
    @inline(__always)
    func descend(_ childIndex: (Node) -> Int) -> Unmanaged<Node> {
        var node = Unmanaged.passUnretained(root.unsafelyUnwrapped)
        while let child = node._withUnsafeGuaranteedRef({ $0.isLeaf ? nil : $0.child(childIndex($0)) }) {
            node = child
        }
        return node
    }

    /// The leaf to which a key belongs. The tree must not be empty.
    @export(implementation)
    @inline(__always)
    func leaf(of key: Key) -> Unmanaged<Node> { descend { $0.childIndex(key) } }

    /// The leaf to which a key belongs, and the position at which that leaf begins. The tree must not be empty.
    @export(implementation)
    @inline(__always)
    func leafAndStart(of key: Key) -> (leaf: Unmanaged<Node>, start: Int) {
        var start = 0
        let leaf = descend { node in
            let index = node.childIndex(key)
            start &+= node.count(before: index)
            return index
        }
        return (leaf, start)
    }

    /// The leaf that holds a position, which must exist, and the index in it. O(log n).
    @export(implementation)
    func place(at position: Int) -> (leaf: Unmanaged<Node>, index: Int) {
        var rest = position
        let leaf = descend { $0.childIndex(of: &rest) }
        return (leaf, rest)
    }

    /// The entry at a position, which must exist. O(log n).
    @export(implementation)
    func entry(at position: Int) -> Place {
        let (leaf, index) = place(at: position)
        return leaf._withUnsafeGuaranteedRef { $0.start + index }
    }

    /// The entry of a key, if there is one. O(log n).
    @export(implementation)
    func entry(of key: Key) -> Place? {
        guard root != nil else { return nil }
        return leaf(of: key)._withUnsafeGuaranteedRef { $0.entry(of: key) }
    }

    /// The key at a position, which must exist. O(log n).
    @export(implementation)
    package func key(at position: Int) -> Key { entry(at: position).pointee.key }

    /// The value at a position, which must exist. O(log n).
    @export(implementation)
    package subscript(position: Int) -> Value {
        _read {
            defer { withExtendedLifetime(self) {} }
            yield entry(at: position).pointee.value
        }
    }

    /// The value of a key. O(log n).
    @export(implementation)
    package func value(of key: Key) -> Value? { entry(of: key)?.pointee.value }

    @export(implementation)
    package func contains(_ key: Key) -> Bool { entry(of: key) != nil }

    /// The number of keys less than `key`, which is its position if it is in the tree. O(log n).
    @export(implementation)
    package func rank(of key: Key) -> Int {
        guard root != nil else { return 0 }
        let (leaf, start) = leafAndStart(of: key)
        return start &+ leaf._withUnsafeGuaranteedRef { $0.lowerBound(key) }
    }

    /// The entry of the first key that is not less than `key`. O(log n).
    @export(implementation)
    func firstEntry(atOrAfter key: Key) -> Place? {
        guard root != nil else { return nil }
        let found: Place? = leaf(of: key)._withUnsafeGuaranteedRef { leaf in
            let index = leaf.lowerBound(key)
            return index < leaf.occupancy ? leaf.start + index : nil
        }
        if let found { return found }
        let rank = rank(of: key)
        return rank < count ? entry(at: rank) : nil
    }

    /// The first key that is not less than `key`. O(log n).
    @export(implementation)
    package func firstKey(atOrAfter key: Key) -> Key? { firstEntry(atOrAfter: key)?.pointee.key }

    /// The values before and after the place of a key that is not in the tree. O(log n).
    @export(implementation)
    func neighbours(of key: Key) -> (before: Value?, after: Value?) {
        guard root != nil else { return (nil, nil) }
        let (leaf, start) = leafAndStart(of: key)
        return leaf._withUnsafeGuaranteedRef { leaf in
            let index = leaf.lowerBound(key)
            let position = start &+ index
            let entries = leaf.start
            return (
                index > 0 ? entries[index - 1].value : position > 0 ? self[position - 1] : nil,
                index < leaf.occupancy ? entries[index].value : position < count ? self[position] : nil
            )
        }
    }
}

// MARK: - Changing

extension Tree {
    @export(implementation)
    @inline(__always)
    mutating func ownRoot() {
        if root == nil || isKnownUniquelyReferenced(&root) { return }
        root = root.map { $0.copy(capacity: $0.occupancy) }
    }

    /// Inserts an entry whose key is not in the tree. O(log n).
    @export(implementation)
    package mutating func insert(_ value: Value, for key: Key) {
        count += 1
        guard var root = exchange(&self.root, with: nil) else {
            let leaf = Node.make(height: 0, capacity: 1)
            leaf.append(Node.Entry(key, value))
            self.root = leaf
            return
        }
        Node.own(&root, room: root.occupancy + 1)
        guard let right = root.insert(key, value, sizes) else {
            self.root = root
            return
        }
        let above = Node.make(height: root.height + 1, capacity: 4)
        let rightCount = right.count
        above.append(root, count: count - rightCount)
        above.append(right, count: rightCount)
        self.root = above
    }

    /// Removes the entry of a key that is in the tree. O(log n).
    @export(implementation)
    @discardableResult
    package mutating func remove(_ key: Key) -> Value {
        ownRoot()
        count -= 1
        let value = root.unsafelyUnwrapped.remove(key, sizes)
        lowerRoot()
        return value
    }

    /// Changes the value of a key that is in the tree, in place. O(log n).
    @export(implementation)
    package mutating func update<Result>(_ key: Key, _ body: (inout Value) throws -> Result) rethrows -> Result {
        try body(&ownEntry(of: key).pointee.value)
    }

    /// Changes the value at a position, which must exist, in place. O(log n).
    @export(implementation)
    mutating func update<Result>(at position: Int, _ body: (inout Value) throws -> Result) rethrows -> Result {
        try body(&ownEntry(at: position).pointee.value)
    }

    /// Sets the value of a key, which may be in the tree or not. O(log n).
    @export(implementation)
    package mutating func set(_ value: Value, for key: Key) {
        if contains(key) { update(key) { $0 = value } } else { insert(value, for: key) }
    }

    /// Puts back the value that was moved out of an entry that is uniquely referenced, or removes the entry if there is
    /// none. O(log n).
    @export(implementation)
    mutating func putBack(_ value: consuming Value?, for key: Key, at place: Place) {
        if let value {
            place.putValue(value)
        } else {
            ownLeaf(of: key)._withUnsafeGuaranteedRef { $0.removeShell(at: $0.start.distance(to: place)) }
            count -= 1
            root.unsafelyUnwrapped.noteRemoval(key, sizes)
            lowerRoot()
        }
    }

    /// A leaf, reached from the root like by ``descend(_:)``; it and all nodes above it are uniquely referenced.
    @export(implementation)
    @inline(__always)
    mutating func descendOwning(_ childIndex: (Node) -> Int) -> Unmanaged<Node> {
        ownRoot()
        return descend { node in
            let index = childIndex(node)
            Node.own(&node.children[index])
            return index
        }
    }

    /// The leaf to which a key belongs; it and all nodes above it are uniquely referenced.
    @export(implementation)
    mutating func ownLeaf(of key: Key) -> Unmanaged<Node> { descendOwning { $0.childIndex(key) } }

    /// The entry of a key that is in the tree, in a leaf that is uniquely referenced, as are all nodes above it. O(log
    /// n).
    @export(implementation)
    mutating func ownEntry(of key: Key) -> Place {
        guard let entry = ownLeaf(of: key)._withUnsafeGuaranteedRef({ $0.entry(of: key) }) else { stopLostKey() }
        return entry
    }

    /// The entry at a position, which must exist, in a leaf that is uniquely referenced, as are all nodes above it. It is
    /// found without comparing keys. O(log n).
    @export(implementation)
    mutating func ownEntry(at position: Int) -> Place {
        var rest = position
        let leaf = descendOwning { $0.childIndex(of: &rest) }
        return leaf._withUnsafeGuaranteedRef { $0.start + rest }
    }

    /// Removes a root that is empty or has a single child.
    @export(implementation)
    mutating func lowerRoot() {
        guard let root else { return }
        if root.isLeaf {
            if root.occupancy == 0 { self.root = nil }
        } else if root.occupancy == 1 {
            self.root = root.children[0]
        }
    }
}

/// Finds the positions of keys that are requested in ascending order: consecutive keys in one leaf cost one descent.
@usableFromInline
struct RankFinder<Key: Comparable, Value> {
    @usableFromInline let tree: Tree<Key, Value>

    /// A leaf of the tree.
    @usableFromInline var leaf: Unmanaged<TreeNode<Key, Value>>?

    /// The position at which the leaf begins.
    @usableFromInline var start = 0

    @export(implementation)
    init(_ tree: Tree<Key, Value>) { self.tree = tree }

    /// The number of keys less than `key`. O(log n), or O(1) if it is in the same leaf as the previous one.
    @export(implementation)
    mutating func rank(of key: Key) -> Int {
        if let leaf {
            let start = start
            let found: Int? = leaf._withUnsafeGuaranteedRef { leaf in
                let index = leaf.lowerBound(key)
                return index > 0 && index < leaf.occupancy ? start &+ index : nil
            }
            if let found { return found }
        }
        if tree.root == nil { return 0 }
        let (leaf, start) = tree.leafAndStart(of: key)
        (self.leaf, self.start) = (leaf, start)
        return start &+ leaf._withUnsafeGuaranteedRef { $0.lowerBound(key) }
    }
}
