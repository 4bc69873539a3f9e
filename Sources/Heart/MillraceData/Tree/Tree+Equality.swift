extension Tree {
    /// Whether two trees hold the same values in the same order, whatever their keys. Subtrees that both share at the
    /// same position are skipped.
    @export(implementation)
    package func hasSameValues(as other: Tree, _ areSame: (Value, Value) -> Bool) -> Bool {
        if isSame(as: other) { return true }
        guard count == other.count else { return false }
        return TreeCursor.compare(self, other) { TreeCursor.haveSame(&$0, &$1, areSame) }
    }
}

extension TreeCursor {
    /// Whether the values from two positions on are the same, which are as many.
    @export(implementation)
    static func haveSame(_ a: inout TreeCursor, _ b: inout TreeCursor, _ areSame: (Value, Value) -> Bool) -> Bool {
        // Both cursors are always at the same position.
        while !a.isAtEnd, !b.isAtEnd {
            if a.isAtEntry, b.isAtEntry {
                if !haveSame(a, b, areSame) { return false }
                a.advance()
                b.advance()
            } else if a.isAtEntry {
                b.descend()
            } else if b.isAtEntry {
                a.descend()
            } else if !skipShared(&a, &b) {
                let (heightOfA, heightOfB) = (a.heightOfSubtree, b.heightOfSubtree)
                if heightOfA >= heightOfB { a.descend() }
                if heightOfB >= heightOfA { b.descend() }
            }
        }
        return true
    }
}
