extension RowChanges {
    /// The number of changes above which comparing all rows by position is cheaper than pairing single changes. It was
    /// measured: modifications alone are worth it from an eighth of the rows on, moves from a third.
    @export(implementation)
    static func budget(_ count: Int) -> Int { Swift.max(16, count / 6) }

    /// The changes of two lists whose elements are paired.
    ///
    /// - Parameter differ: Whether the elements of a pair differ, at an old and a new position.
    @export(implementation)
    package init(_ alignment: ListAlignment, differ: (_ old: Int, _ new: Int) -> Bool) {
        self.init()
        (deletions, insertions) = (alignment.deletions, alignment.insertions)
        alignment.forEachPair { pair in
            if !pair.stays { moves.append(Pair(old: pair.old, new: pair.new)) }
            if differ(pair.old, pair.new) { modifications.append(Pair(old: pair.old, new: pair.new)) }
        }
    }

    /// Compares two lists that share nothing, or have little in common, by their identities (see ``ListAlignment``).
    ///
    /// O(n) expected, plus O(m log m) for m rows in the middle if many were reordered. If more than about a sixth of
    /// the rows have changed, this costs less than finding and pairing single changes.
    @export(implementation)
    init<Element: Identifiable>(
        comparing old: Rows<Element>,
        with new: Rows<Element>,
        _ same: Sameness<Element>
    ) {
        // The places are those of both trees.
        self = withExtendedLifetime((old, new)) {
            let (before, after) = (TreeLeaves(of: old.tree), TreeLeaves(of: new.tree))
            func areEqual(_ old: Tree<UInt64, Element>.Place, _ new: Tree<UInt64, Element>.Place) -> Bool {
                same(at: &old.pointee.value, &new.pointee.value)
            }
            let beginning = before.beginning(with: after, areEqual)
            if beginning == before.count, beginning == after.count { return RowChanges() }
            let limit = Swift.min(before.count, after.count) - beginning
            let ending = before.ending(with: after, limit: limit, areEqual)
            let gone = before.places(beginning..<(before.count - ending))
            let come = after.places(beginning..<(after.count - ending))
            let alignment = ListAlignment(
                from: before.count,
                to: after.count,
                after: beginning,
                before: ending,
                areSame: {
                    let (old, new) = (gone[$0 - beginning], come[$1 - beginning])
                    return old == new || old.pointee.value.id == new.pointee.value.id
                },
                oldHash: { gone[$0 - beginning].pointee.value.id.hashValue },
                newHash: { come[$0 - beginning].pointee.value.id.hashValue }
            )
            return RowChanges(alignment) { old, new in
                let (old, new) = (gone[old - beginning], come[new - beginning])
                return old != new && !areEqual(old, new)
            }
        }
    }
}
