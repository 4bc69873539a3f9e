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

    /// Makes an empty tree.
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

extension Tree {
    /// The leaf that holds a position, which must exist, and the index in it. O(log n).
    @export(implementation)
    func place(at position: Int) -> (leaf: Node, index: Int) {
        var rest = position
        var node = root.unsafelyUnwrapped
        while !node.isLeaf { node = node.children[node.childIndex(of: &rest)] }
        return (node, rest)
    }

    /// The leaf that holds a key, and the index in it. O(log n).
    @export(implementation)
    func place(of key: Key) -> (leaf: Node, index: Int)? {
        guard var node = root else { return nil }
        while !node.isLeaf { node = node.children[node.childIndex(key)] }
        let index = node.lowerBound(key)
        guard index < node.entries.count, node.entries[index].key == key else { return nil }
        return (node, index)
    }

    /// The key at a position, which must exist. O(log n).
    @export(implementation)
    package func key(at position: Int) -> Key {
        let (leaf, index) = place(at: position)
        return leaf.entries[index].key
    }

    /// The value at a position, which must exist. O(log n).
    @export(implementation)
    package subscript(position: Int) -> Value {
        _read {
            let (leaf, index) = place(at: position)
            yield leaf.entries[index].value
        }
    }

    /// The value of a key. O(log n).
    @export(implementation)
    package func value(of key: Key) -> Value? {
        guard let (leaf, index) = place(of: key) else { return nil }
        return leaf.entries[index].value
    }

    @export(implementation)
    package func contains(_ key: Key) -> Bool { place(of: key) != nil }

    /// The number of keys less than `key`, which is its position if it is in the tree. O(log n).
    @export(implementation)
    package func rank(of key: Key) -> Int {
        guard var node = root else { return 0 }
        var rank = 0
        while !node.isLeaf {
            let index = node.childIndex(key)
            rank &+= node.count(before: index)
            node = node.children[index]
        }
        return rank + node.lowerBound(key)
    }

    /// The leaf that holds the first key that is not less than `key`, and the index in it. O(log n).
    @export(implementation)
    func firstPlace(atOrAfter key: Key) -> (leaf: Node, index: Int)? {
        guard var node = root else { return nil }
        while !node.isLeaf { node = node.children[node.childIndex(key)] }
        let index = node.lowerBound(key)
        if index < node.entries.count { return (node, index) }
        let rank = rank(of: key)
        return rank < count ? place(at: rank) : nil
    }

    /// The first key that is not less than `key`. O(log n).
    @export(implementation)
    package func firstKey(atOrAfter key: Key) -> Key? {
        firstPlace(atOrAfter: key).map { $0.leaf.entries[$0.index].key }
    }
}

// MARK: - Changing

extension Tree {
    @export(implementation)
    @inline(__always)
    mutating func ownRoot() {
        if root != nil, !isKnownUniquelyReferenced(&root) { root = root?.copy() }
    }

    /// Inserts an entry whose key is not in the tree. O(log n).
    @export(implementation)
    package mutating func insert(_ value: Value, for key: Key) {
        count += 1
        ownRoot()
        guard let root else {
            self.root = Node(entries: [Node.Entry(key, value)])
            return
        }
        guard let right = root.insert(key, value, sizes) else { return }
        let rightCount = right.count
        self.root = Node(
            height: root.height + 1,
            children: [root, right],
            bounds: [
                Node.Bound(key: root.leastKey, count: count - rightCount),
                Node.Bound(key: right.leastKey, count: rightCount),
            ]
        )
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
        let leaf = ownLeaf(of: key)
        return try body(&leaf.entries[leaf.lowerBound(key)].value)
    }

    /// Sets the value of a key, which may be in the tree or not. O(log n).
    @export(implementation)
    package mutating func set(_ value: Value, for key: Key) {
        if contains(key) { update(key) { $0 = value } } else { insert(value, for: key) }
    }

    /// Takes the value of a key that is in the tree out of its leaf, so that it can be changed through a unique
    /// reference. ``putBack(_:for:)`` must be the next call. O(log n).
    @export(implementation)
    mutating func takeOut(_ key: Key) -> Value {
        let leaf = ownLeaf(of: key)
        return leaf.entries.remove(at: leaf.lowerBound(key)).value
    }

    /// Puts back the value that was taken out, or removes its entry if there is none.
    @export(implementation)
    mutating func putBack(_ value: consuming Value?, for key: Key) {
        if let value {
            let leaf = ownLeaf(of: key)
            leaf.entries.insert(Node.Entry(key, value), at: leaf.lowerBound(key))
        } else {
            count -= 1
            root.unsafelyUnwrapped.noteRemoval(key, sizes)
            lowerRoot()
        }
    }

    /// The leaf to which a key belongs; it and all nodes above it are uniquely referenced.
    @export(implementation)
    mutating func ownLeaf(of key: Key) -> Node {
        ownRoot()
        var node = root.unsafelyUnwrapped
        while !node.isLeaf {
            let index = node.childIndex(key)
            node.ownChild(index)
            node = node.children[index]
        }
        return node
    }

    /// Removes a root that is empty or has a single child.
    @export(implementation)
    mutating func lowerRoot() {
        guard let root else { return }
        if root.isLeaf {
            if root.entries.isEmpty { self.root = nil }
        } else if root.children.count == 1 {
            self.root = root.children[0]
        }
    }
}

/// Finds the positions of keys that are requested in ascending order: consecutive keys in one leaf cost one descent.
@usableFromInline
struct RankFinder<Key: Comparable, Value> {
    @usableFromInline let tree: Tree<Key, Value>
    @usableFromInline var leaf: TreeNode<Key, Value>?

    /// The position at which the leaf begins.
    @usableFromInline var start = 0

    @export(implementation)
    init(_ tree: Tree<Key, Value>) { self.tree = tree }

    /// The position of a key that is in the tree. O(log n), or O(1) if it is in the same leaf as the previous one.
    @export(implementation)
    mutating func rank(of key: Key) -> Int {
        if let leaf {
            let index = leaf.lowerBound(key)
            if index < leaf.entries.count, leaf.entries[index].key == key { return start + index }
        }
        guard var node = tree.root else { return 0 }
        start = 0
        while !node.isLeaf {
            let index = node.childIndex(key)
            start &+= node.count(before: index)
            node = node.children[index]
        }
        leaf = node
        return start + node.lowerBound(key)
    }
}
