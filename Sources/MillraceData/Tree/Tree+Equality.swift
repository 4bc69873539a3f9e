extension Tree {
    /// Whether two trees hold the same values in the same order, whatever their keys. Subtrees that both share at the
    /// same position are skipped.
    @export(implementation)
    package func hasSameValues(as other: Tree, _ areSame: (Value, Value) -> Bool) -> Bool {
        if isSame(as: other) { return true }
        guard count == other.count else { return false }
        var (a, b) = (TreeCursor(self, otherHeight: other.root?.height), TreeCursor(other, otherHeight: root?.height))
        // Both cursors are always at the same position.
        while !a.isAtEnd, !b.isAtEnd {
            if a.isAtEntry, b.isAtEntry {
                if !TreeCursor.haveSame(a, b, areSame) { return false }
                a.advance()
                b.advance()
            } else if a.isAtEntry {
                b.descend()
            } else if b.isAtEntry {
                a.descend()
            } else if !TreeCursor.skipShared(&a, &b) {
                let (heightOfA, heightOfB) = (a.subtree.height, b.subtree.height)
                if heightOfA >= heightOfB { a.descend() }
                if heightOfB >= heightOfA { b.descend() }
            }
        }
        return true
    }
}
