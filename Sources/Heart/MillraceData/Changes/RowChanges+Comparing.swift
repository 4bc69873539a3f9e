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

    /// Compares two lists that have little in common, by their identities (see ``ListAlignment``).
    ///
    /// O(n) expected, plus O(m log m) for m rows in the middle that were reordered. If more than
    /// about a sixth of the rows have changed, this costs less than finding and pairing single changes.
    @export(implementation)
    init<Element: Identifiable>(
        comparing old: Rows<Element>,
        with new: Rows<Element>,
        _ same: Sameness<Element>
    ) {
        let (before, after) = (old.tree.places, new.tree.places)
        // The places are those of both trees.
        self = withExtendedLifetime((old, new)) {
            let alignment = ListAlignment(
                from: before.count,
                to: after.count,
                areSame: { before[$0] == after[$1] || before[$0].pointee.value.id == after[$1].pointee.value.id },
                oldHash: { before[$0].pointee.value.id.hashValue },
                newHash: { after[$0].pointee.value.id.hashValue }
            )
            return RowChanges(alignment) { old, new in
                let (old, new) = (before[old], after[new])
                return old != new && !same(at: &old.pointee.value, &new.pointee.value)
            }
        }
    }
}

extension Tree {
    /// Where the entries stand, for as long as the tree is kept and not changed. O(n).
    @export(implementation) var places: ContiguousArray<Place> {
        var places: ContiguousArray<Place> = []
        places.reserveCapacity(count)
        var iterator = makeIterator()
        while iterator.advances() { places.append(iterator.place) }
        return places
    }
}
