/// A difference at one key between two versions of a tree: the value was removed, inserted or replaced.
@usableFromInline
package struct TreeChange<Key: Comparable, Value> {
    @usableFromInline package let key: Key
    @usableFromInline package let old: Value?
    @usableFromInline package let new: Value?

    @export(implementation)
    init(_ key: Key, old: Value?, new: Value?) {
        self.key = key
        self.old = old
        self.new = new
    }
}

extension Tree {
    /// The differences between an older version and this one, by ascending keys.
    ///
    /// Both trees are walked together and shared subtrees are skipped: O(k log n) for k differences, whatever sequence
    /// of changes led to this version.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of differences.
    ///   - same: Compares a value with the one before.
    /// - Returns: The differences, or nil if there are more than `limit`.
    @export(implementation)
    package func changes(
        from old: Tree,
        limit: Int = .max,
        _ same: Sameness<Value>
    ) -> ContiguousArray<TreeChange<Key, Value>>? {
        var changes: ContiguousArray<TreeChange<Key, Value>> = []
        if isSame(as: old) { return changes }
        if limit < .max, Swift.max(count - old.count, old.count - count) > limit { return nil }
        let isWithin = TreeCursor.compare(old, self) { TreeCursor.collect(&$0, &$1, limit, same, &changes) }
        return isWithin ? changes : nil
    }

    /// Whether this version shares leaves with another. It looks at sixteen, without a pattern: versions that share most
    /// of their leaves are found to share one. O(log n).
    @export(implementation)
    func sharesLeaves(with other: Tree) -> Bool {
        if isFlat || other.isFlat { return isSame(as: other) }
        var dice: UInt64 = 0
        return (0..<16).contains { _ in
            let leaf = place(at: Int(dice.multipliedFullWidth(by: UInt64(count)).high)).leaf
            // The golden ratio as a fraction: its multiples are spread evenly.
            dice &+= 0x9E37_79B9_7F4A_7C15
            return leaf.toOpaque() == other.leaf(of: leaf._withUnsafeGuaranteedRef { $0.leastKey }).toOpaque()
        }
    }

    /// The root; below a node with this single child, if another tree is higher.
    @export(implementation)
    func rootBelow(heightOf other: Tree) -> Node? {
        guard let root, let otherRoot = other.root, otherRoot.height > root.height else { return root }
        let above = Node.make(height: root.height + 1, capacity: 1)
        above.append(root, count: count)
        return above
    }
}

/// A position in a tree: at an entry, or before a subtree that has not been entered.
///
/// It does not keep the tree alive, so that no reference is counted on the way.
@usableFromInline
struct TreeCursor<Key: Comparable, Value> {
    @usableFromInline typealias Node = TreeNode<Key, Value>

    /// The path from the root, without the lowest node: in memory of the comparison, so that none is allocated.
    @usableFromInline let path: UnsafeMutablePointer<(node: Unmanaged<Node>, index: Int)>
    @usableFromInline var depth = 0

    /// The lowest node that was entered, with the index in it. Nil at the end.
    @usableFromInline var node: Unmanaged<Node>?
    @usableFromInline var index = 0

    /// Begins before the root's children. There must be room for as many steps as the root is high.
    @export(implementation)
    init(_ root: Node?, _ path: UnsafeMutablePointer<(node: Unmanaged<Node>, index: Int)>) {
        self.path = path
        if let root { node = Unmanaged.passUnretained(root) }
    }

    /// Calls `body` with cursors for two trees. The lower one begins before its root, in a node above it that is made
    /// for the comparison.
    @export(implementation)
    @inline(__always)
    static func compare<Result>(
        _ a: Tree<Key, Value>,
        _ b: Tree<Key, Value>,
        _ body: (inout TreeCursor, inout TreeCursor) -> Result
    ) -> Result {
        let rootOfA = a.rootBelow(heightOf: b)
        let rootOfB = b.rootBelow(heightOf: a)
        // One more than is needed: the memory must not be empty.
        let room = Swift.max(rootOfA?.height ?? 0, rootOfB?.height ?? 0) + 1
        return withExtendedLifetime((rootOfA, rootOfB)) {
            withUnsafeTemporaryAllocation(of: (node: Unmanaged<Node>, index: Int).self, capacity: 2 * room) { memory in
                let path = memory.baseAddress.unsafelyUnwrapped
                var (cursorOfA, cursorOfB) = (TreeCursor(rootOfA, path), TreeCursor(rootOfB, path + room))
                return body(&cursorOfA, &cursorOfB)
            }
        }
    }

    @export(implementation) var isAtEnd: Bool { node == nil }
    @export(implementation) var isAtEntry: Bool { present { $0.isLeaf } }
    @export(implementation) var key: Key { present { $0.entries[index].key } }
    @export(implementation) var value: Value { present { $0.entries[index].value } }
    @export(implementation) var bound: Key { present { $0.bounds[index].key } }
    @export(implementation) var heightOfSubtree: Int { present { $0.height &- 1 } }

    @export(implementation)
    @inline(__always)
    func present<Result>(_ body: (Node) -> Result) -> Result { node.unsafelyUnwrapped._withUnsafeGuaranteedRef(body) }

    @export(implementation)
    static func haveSame(_ a: TreeCursor, _ b: TreeCursor, _ areSame: (Value, Value) -> Bool) -> Bool {
        a.present { old in b.present { new in areSame(old.entries[a.index].value, new.entries[b.index].value) } }
    }

    @export(implementation)
    @inline(__always)
    func entries(_ body: (UnsafeBufferPointer<Node.Entry>) -> Void) {
        present { body(UnsafeBufferPointer($0.entries)) }
    }

    @export(implementation)
    @inline(__always)
    func children(_ body: (UnsafeBufferPointer<Unmanaged<Node>>) -> Void) {
        present { node in
            UnsafeBufferPointer(node.children).withMemoryRebound(to: Unmanaged<Node>.self, body)
        }
    }

    /// Collects the differences from the position of `a` to that of `b` on. Returns false if there are more than
    /// `limit`.
    @export(implementation)
    static func collect(
        _ a: inout TreeCursor,
        _ b: inout TreeCursor,
        _ limit: Int,
        _ same: Sameness<Value>,
        _ changes: inout ContiguousArray<TreeChange<Key, Value>>
    ) -> Bool {
        while !a.isAtEnd, !b.isAtEnd {
            if a.isAtEntry {
                if b.isAtEntry {
                    let (before, after) = (a.key, b.key)
                    if before < after {
                        changes.append(TreeChange(before, old: a.value, new: nil))
                        a.advance()
                    } else if after < before {
                        changes.append(TreeChange(after, old: nil, new: b.value))
                        b.advance()
                    } else {
                        compareInStep(&a, &b, same, &changes)
                    }
                } else if a.key < b.bound {
                    changes.append(TreeChange(a.key, old: a.value, new: nil))
                    a.advance()
                } else {
                    b.descend()
                }
            } else if b.isAtEntry {
                if b.key < a.bound {
                    changes.append(TreeChange(b.key, old: nil, new: b.value))
                    b.advance()
                } else {
                    a.descend()
                }
            } else if !skipShared(&a, &b) {
                descendNearer(&a, &b)
            }
            if changes.count > limit { return false }
        }
        a.drain { changes.append(TreeChange($0, old: $1, new: nil)) }
        b.drain { changes.append(TreeChange($0, old: nil, new: $1)) }
        return changes.count <= limit
    }

    /// Compares the entries of two leaves for as long as their keys agree, and advances past them.
    @export(implementation)
    static func compareInStep(
        _ a: inout TreeCursor,
        _ b: inout TreeCursor,
        _ same: Sameness<Value>,
        _ changes: inout ContiguousArray<TreeChange<Key, Value>>
    ) {
        var count = 0
        let (first, second) = (a.index, b.index)
        a.entries { former in
            b.entries { present in
                let limit = Swift.min(former.count &- first, present.count &- second)
                // Compared where they stand: an element that is handed over is copied, with its references.
                var old = UnsafeMutablePointer(mutating: former.baseAddress.unsafelyUnwrapped + first)
                var new = UnsafeMutablePointer(mutating: present.baseAddress.unsafelyUnwrapped + second)
                while count < limit, old.pointee.key == new.pointee.key {
                    if !same(at: &old.pointee.value, &new.pointee.value) {
                        let change = TreeChange(old.pointee.key, old: old.pointee.value, new: new.pointee.value)
                        changes.append(change)
                    }
                    (count, old, new) = (count &+ 1, old + 1, new + 1)
                }
            }
        }
        a.advance(by: count)
        b.advance(by: count)
    }

    /// Advances past the subtrees that both share at the same place. Returns false if there is none.
    @export(implementation)
    static func skipShared(_ a: inout TreeCursor, _ b: inout TreeCursor) -> Bool {
        var count = 0
        let (first, second) = (a.index, b.index)
        a.children { old in
            b.children { new in
                let limit = Swift.min(old.count &- first, new.count &- second)
                while count < limit, old[first &+ count].toOpaque() == new[second &+ count].toOpaque() { count &+= 1 }
            }
        }
        if count == 0 { return false }
        a.advance(by: count)
        b.advance(by: count)
        return true
    }

    /// Advances past the current entry or subtree, and any others of the same node.
    @export(implementation)
    mutating func advance(by count: Int = 1) {
        index &+= count
        while node != nil, index == present({ $0.occupancy }) {
            if depth == 0 {
                node = nil
                return
            }
            depth &-= 1
            (node, index) = (path[depth].node, path[depth].index &+ 1)
        }
    }

    /// Enters the current subtree.
    @export(implementation)
    mutating func descend() {
        (path + depth).initialize(to: (node.unsafelyUnwrapped, index))
        depth &+= 1
        node = present { Unmanaged.passUnretained($0.children[index]) }
        index = 0
    }

    /// Enters, of two cursors before different subtrees, the one that begins first; if both begin at the same key, the
    /// higher one, or both.
    @export(implementation)
    static func descendNearer(_ a: inout TreeCursor, _ b: inout TreeCursor) {
        if a.bound < b.bound { return a.descend() }
        if b.bound < a.bound { return b.descend() }
        let (heightOfA, heightOfB) = (a.heightOfSubtree, b.heightOfSubtree)
        if heightOfA >= heightOfB { a.descend() }
        if heightOfB >= heightOfA { b.descend() }
    }

    /// Visits all remaining entries.
    @export(implementation)
    mutating func drain(_ body: (Key, Value) -> Void) {
        while !isAtEnd {
            if isAtEntry {
                body(key, value)
                advance()
            } else {
                descend()
            }
        }
    }
}
