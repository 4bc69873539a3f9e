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
    ///   - areSame: Whether a value is the same as before.
    /// - Returns: The differences, or nil if there are more than `limit`.
    @export(implementation)
    package func changes(
        from old: Tree,
        limit: Int = .max,
        areSame: (Value, Value) -> Bool
    ) -> ContiguousArray<TreeChange<Key, Value>>? {
        var changes: ContiguousArray<TreeChange<Key, Value>> = []
        if isSame(as: old) { return changes }
        if limit < .max, Swift.max(count - old.count, old.count - count) > limit { return nil }
        var (a, b) = (TreeCursor(old, otherHeight: root?.height), TreeCursor(self, otherHeight: old.root?.height))
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
                        TreeCursor.compareInStep(&a, &b, areSame, &changes)
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
            } else if !TreeCursor.skipShared(&a, &b) {
                TreeCursor.descendNearer(&a, &b)
            }
            if changes.count > limit { return nil }
        }
        a.drain { changes.append(TreeChange($0, old: $1, new: nil)) }
        b.drain { changes.append(TreeChange($0, old: nil, new: $1)) }
        return changes.count > limit ? nil : changes
    }
}

/// A position in a tree: at an entry, or before a subtree that has not been entered.
@usableFromInline
struct TreeCursor<Key: Comparable, Value> {
    @usableFromInline typealias Node = TreeNode<Key, Value>

    /// The path from the root, without the lowest node.
    @usableFromInline var path: ContiguousArray<(node: Node, index: Int)> = []

    /// The lowest node that was entered, with the index in it. Nil at the end.
    @usableFromInline var node: Node?
    @usableFromInline var index = 0

    /// Begins before the root's children; or before the root if the other tree of the comparison is higher.
    @export(implementation)
    init(_ tree: Tree<Key, Value>, otherHeight: Int?) {
        node = tree.root
        guard let root = tree.root, let otherHeight, otherHeight > root.height else { return }
        let bound = Node.Bound(key: root.leastKey, count: tree.count)
        node = Node(height: root.height + 1, children: [root], bounds: [bound])
    }

    @export(implementation) var isAtEnd: Bool { node == nil }
    @export(implementation) var isAtEntry: Bool { node.unsafelyUnwrapped.isLeaf }
    @export(implementation) var key: Key { node.unsafelyUnwrapped.entries[index].key }
    @export(implementation) var value: Value { node.unsafelyUnwrapped.entries[index].value }
    @export(implementation) var bound: Key { node.unsafelyUnwrapped.bounds[index].key }
    @export(implementation) var subtree: Node { node.unsafelyUnwrapped.children[index] }

    @export(implementation)
    static func haveSame(_ a: TreeCursor, _ b: TreeCursor, _ areSame: (Value, Value) -> Bool) -> Bool {
        areSame(a.node.unsafelyUnwrapped.entries[a.index].value, b.node.unsafelyUnwrapped.entries[b.index].value)
    }

    /// Compares the entries of two leaves for as long as their keys agree, and advances past them.
    @export(implementation)
    static func compareInStep(
        _ a: inout TreeCursor,
        _ b: inout TreeCursor,
        _ areSame: (Value, Value) -> Bool,
        _ changes: inout ContiguousArray<TreeChange<Key, Value>>
    ) {
        var count = 0
        let (first, second) = (a.index, b.index)
        a.node.unsafelyUnwrapped.entries.withUnsafeBufferPointer { old in
            b.node.unsafelyUnwrapped.entries.withUnsafeBufferPointer { new in
                let limit = Swift.min(old.count &- first, new.count &- second)
                while count < limit, old[first &+ count].key == new[second &+ count].key {
                    if !areSame(old[first &+ count].value, new[second &+ count].value) {
                        let (before, after) = (old[first &+ count], new[second &+ count])
                        changes.append(TreeChange(before.key, old: before.value, new: after.value))
                    }
                    count &+= 1
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
        a.node.unsafelyUnwrapped.children.withUnsafeBufferPointer { old in
            b.node.unsafelyUnwrapped.children.withUnsafeBufferPointer { new in
                let limit = Swift.min(old.count &- first, new.count &- second)
                while count < limit, old[first &+ count] === new[second &+ count] { count &+= 1 }
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
        while let present = node, index == present.occupancy {
            guard let above = path.popLast() else {
                node = nil
                return
            }
            (node, index) = (above.node, above.index &+ 1)
        }
    }

    /// Enters the current subtree.
    @export(implementation)
    mutating func descend() {
        let below = subtree
        path.append((node.unsafelyUnwrapped, index))
        (node, index) = (below, 0)
    }

    /// Enters, of two cursors before different subtrees, the one that begins first; if both begin at the same key, the
    /// higher one, or both.
    @export(implementation)
    static func descendNearer(_ a: inout TreeCursor, _ b: inout TreeCursor) {
        if a.bound < b.bound { return a.descend() }
        if b.bound < a.bound { return b.descend() }
        let (heightOfA, heightOfB) = (a.subtree.height, b.subtree.height)
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
