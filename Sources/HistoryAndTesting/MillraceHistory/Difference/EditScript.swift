/// Finds the elements that a shortest edit script keeps: E. W. Myers, "An O(ND) difference algorithm and its
/// variations", 1986.
package struct EditScript {
    /// The maximum number of removals and insertions. The search takes O(edits²) memory.
    private let maximumEdits: Int
    /// The maximum number of comparisons.
    private let comparisons: Int

    package init(maximumEdits: Int, comparisons: Int) {
        self.maximumEdits = maximumEdits
        self.comparisons = comparisons
    }

    /// Returns the pairs of indices that are kept, ascending; nil if the script or the search for it is too long.
    package func kept(
        from old: Range<Int>,
        to new: Range<Int>,
        _ areSame: (_ old: Int, _ new: Int) -> Bool
    ) -> [(old: Int, new: Int)]? {
        guard !old.isEmpty, !new.isEmpty else { return [] }
        var comparisonsLeft = comparisons
        // reach[k]: the index reached in the old list on the diagonal k = old - new; one for each number of edits.
        var rounds: [[Int: Int]] = []
        var reach = [1: 0]
        for edits in 0...maximumEdits {
            rounds.append(reach)
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                var x = Self.start(on: diagonal, after: edits, reach)
                while x < old.count, x - diagonal < new.count, comparisonsLeft > 0 {
                    comparisonsLeft -= 1
                    guard areSame(old.lowerBound + x, new.lowerBound + x - diagonal) else { break }
                    x += 1
                }
                reach[diagonal] = x
                if x >= old.count, x - diagonal >= new.count {
                    return Self.path(back: rounds, from: (old.count, new.count)).map {
                        (old.lowerBound + $0.old, new.lowerBound + $0.new)
                    }
                }
            }
            guard comparisonsLeft > 0 else { return nil }
        }
        return nil
    }

    /// Returns where a diagonal is entered: from the one above by an insertion, or from the one below by a removal.
    private static func start(on diagonal: Int, after edits: Int, _ reach: [Int: Int]) -> Int {
        let (below, above) = (reach[diagonal - 1] ?? -1, reach[diagonal + 1] ?? -1)
        return isInsertion(on: diagonal, after: edits, below, above) ? above : below + 1
    }

    private static func isInsertion(on diagonal: Int, after edits: Int, _ below: Int, _ above: Int) -> Bool {
        diagonal == -edits || diagonal != edits && below < above
    }

    private static func path(back rounds: [[Int: Int]], from end: (old: Int, new: Int)) -> [(old: Int, new: Int)] {
        var kept: [(old: Int, new: Int)] = []
        var (x, y) = end
        for edits in rounds.indices.reversed() {
            let (reach, diagonal) = (rounds[edits], x - y)
            let entered = start(on: diagonal, after: edits, reach)
            while x > entered, x > 0, y > 0 {
                (x, y) = (x - 1, y - 1)
                kept.append((x, y))
            }
            let (below, above) = (reach[diagonal - 1] ?? -1, reach[diagonal + 1] ?? -1)
            if isInsertion(on: diagonal, after: edits, below, above) { y -= 1 } else { x -= 1 }
        }
        return kept.reversed()
    }
}
