extension RowChanges {
    /// The number of changes above which comparing all rows by position is cheaper than pairing single changes. It was
    /// measured: modifications alone are worth it from an eighth of the rows on, moves from a third.
    @export(implementation)
    static func budget(_ count: Int) -> Int { Swift.max(16, count / 6) }

    /// Compares two lists that have little in common: row by row from both ends for as long as the identities agree,
    /// and what lies between by a map of identities (see ``ListAlignment``).
    ///
    /// O(n) expected, plus O(m log m) for m rows in the middle that were reordered. If more than
    /// about a sixth of the rows have changed, this costs less than finding and pairing single changes.
    @export(implementation)
    init<Element: Identifiable>(
        comparing old: Rows<Element>,
        with new: Rows<Element>,
        _ same: Sameness<Element>
    ) {
        self.init()
        var rows = RowPairs(old.tree, new.tree, same)
        let limit = Swift.min(old.count, new.count)
        let start = rows.agreeing(limit, step: 1, from: Pair(old: 0, new: 0), &modifications)
        var atEnd: [Pair] = []
        let end = rows.agreeing(limit - start, step: -1, from: Pair(old: old.count - 1, new: new.count - 1), &atEnd)
        compareMiddle(old, start..<(old.count - end), new, start..<(new.count - end), &rows)
        modifications.append(contentsOf: atEnd.reversed())
    }

    @export(implementation)
    mutating func compareMiddle<Element: Identifiable>(
        _ old: Rows<Element>,
        _ oldMiddle: Range<Int>,
        _ new: Rows<Element>,
        _ newMiddle: Range<Int>,
        _ rows: inout RowPairs<Element>
    ) {
        if oldMiddle.isEmpty || newMiddle.isEmpty {
            (deletions, insertions) = (Array(oldMiddle), Array(newMiddle))
            return
        }
        let alignment = ListAlignment(from: old.identities(in: oldMiddle), to: new.identities(in: newMiddle))
        deletions = alignment.deletions.map { $0 + oldMiddle.lowerBound }
        insertions = alignment.insertions.map { $0 + newMiddle.lowerBound }
        for found in alignment.pairs {
            let pair = Pair(old: found.old + oldMiddle.lowerBound, new: found.new + newMiddle.lowerBound)
            if !found.stays { moves.append(pair) }
            if rows.differ(pair.old, pair.new) { modifications.append(pair) }
        }
    }
}

/// An identity alone, as an element of a list to be aligned.
@usableFromInline
struct Identity<ID: Hashable>: Identifiable {
    @usableFromInline let id: ID

    @export(implementation)
    init(_ id: ID) { self.id = id }
}

extension Rows where Element: Identifiable {
    /// The identities of the rows in a range of positions.
    @export(implementation)
    func identities(in positions: Range<Int>) -> [Identity<Element.ID>] {
        var identities: [Identity<Element.ID>] = []
        identities.reserveCapacity(positions.count)
        var reader = LeafReader(tree)
        for position in positions {
            let index = reader.index(of: position)
            identities.append(Identity(reader.entries[index].value.id))
        }
        return identities
    }
}

/// Compares rows of two lists by their positions, which are mostly read one after the other.
@usableFromInline
struct RowPairs<Element: Identifiable> {
    @usableFromInline var old: LeafReader<UInt64, Element>
    @usableFromInline var new: LeafReader<UInt64, Element>
    @usableFromInline let same: Sameness<Element>

    @export(implementation)
    init(_ old: Tree<UInt64, Element>, _ new: Tree<UInt64, Element>, _ same: Sameness<Element>) {
        self.old = LeafReader(old)
        self.new = LeafReader(new)
        self.same = same
    }

    /// The number of pairs of rows that have the same identity, from a pair on, to the first that has not.
    ///
    /// Pairs of the same two leaves are compared in one loop; leaves that both lists share are not.
    ///
    /// - Parameters:
    ///   - limit: The maximum number.
    ///   - step: 1 to go forward, -1 to go back.
    ///   - changed: Receives the pairs that differ.
    @export(implementation)
    mutating func agreeing(
        _ limit: Int,
        step: Int,
        from first: RowChanges.Pair,
        _ changed: inout [RowChanges.Pair]
    ) -> Int {
        var total = 0
        while total < limit {
            let (oldPosition, newPosition) = (first.old + total * step, first.new + total * step)
            let (index, newIndex) = (old.index(of: oldPosition), new.index(of: newPosition))
            let (oldRoom, newRoom) = (old.room(index, step), new.room(newIndex, step))
            let count = Swift.min(oldRoom, newRoom, limit - total)
            if old.leaf?.toOpaque() == new.leaf?.toOpaque(), index == newIndex {
                total += count
                continue
            }
            let agreeing = compare { before, after in
                for number in 0..<count {
                    let (i, j) = (index &+ number &* step, newIndex &+ number &* step)
                    if before[i].value.id != after[j].value.id { return number }
                    if !same(before[i].value, after[j].value) {
                        changed.append(.init(old: oldPosition + number * step, new: newPosition + number * step))
                    }
                }
                return count
            }
            total += agreeing
            if agreeing < count { break }
        }
        return total
    }

    @export(implementation)
    mutating func differ(_ oldPosition: Int, _ newPosition: Int) -> Bool {
        let (index, newIndex) = (old.index(of: oldPosition), new.index(of: newPosition))
        return compare { !same($0[index].value, $1[newIndex].value) }
    }

    @usableFromInline typealias Entries = UnsafeBufferPointer<TreeNode<UInt64, Element>.Entry>

    @export(implementation)
    @inline(__always)
    func compare<Result>(_ body: (Entries, Entries) -> Result) -> Result {
        body(old.entries, new.entries)
    }
}

/// Finds positions in a tree that are mostly requested one after the other: those in one leaf cost one descent.
@usableFromInline
struct LeafReader<Key: Comparable, Value> {
    @usableFromInline let tree: Tree<Key, Value>
    @usableFromInline var leaf: Unmanaged<TreeNode<Key, Value>>?

    /// The positions that the leaf holds.
    @usableFromInline var positions = 0..<0

    @export(implementation)
    init(_ tree: Tree<Key, Value>) { self.tree = tree }

    /// The index of a position, which must exist, in `leaf`. O(log n), or O(1) if it is in the same leaf as the
    /// previous one.
    @export(implementation)
    mutating func index(of position: Int) -> Int {
        if !positions.contains(position) {
            let (leaf, index) = tree.place(at: position)
            self.leaf = leaf
            positions = (position - index)..<(position - index + leaf._withUnsafeGuaranteedRef { $0.occupancy })
        }
        return position - positions.lowerBound
    }

    /// The entries of the leaf.
    @export(implementation)
    @inline(__always)
    var entries: UnsafeBufferPointer<TreeNode<Key, Value>.Entry> {
        leaf.unsafelyUnwrapped._withUnsafeGuaranteedRef { UnsafeBufferPointer($0.entries) }
    }

    /// The number of entries of the leaf from an index on, forward or back.
    @export(implementation)
    func room(_ index: Int, _ step: Int) -> Int { step > 0 ? positions.count - index : index + 1 }
}
