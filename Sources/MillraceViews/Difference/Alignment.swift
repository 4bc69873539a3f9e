/// Which element of a new list is which of an old one, by identity, and which of those stay put.
///
/// The identity map is Heckel's (P. Heckel, "A technique for isolating differences between files", 1978), the choice
/// of what stays put a longest increasing subsequence. Equal identities are paired from both ends while the lists
/// agree, and between these ends the k-th occurrence with the k-th. O(n) expected time for the map, O(n log n) for
/// the order of what survives; a common beginning and end are neither hashed nor sorted.
struct Alignment {
    /// A pair of indices that hold the same element.
    struct Pair {
        let old: Int
        let new: Int
        let stays: Bool
    }

    /// The elements in both lists, by ascending new index.
    private(set) var pairs: [Pair] = []

    /// The old indices that no new element took, ascending.
    private(set) var deletions: [Int] = []

    /// The new indices that took no old element, ascending.
    private(set) var insertions: [Int] = []

    init<Element: Identifiable>(from old: [Element], to new: [Element]) {
        let limit = min(old.count, new.count)
        var prefix = 0
        while prefix < limit, old[prefix].id == new[prefix].id { prefix += 1 }
        var suffix = 0
        while suffix < limit - prefix, old[old.count - suffix - 1].id == new[new.count - suffix - 1].id { suffix += 1 }

        pairs.reserveCapacity(limit)
        for index in 0..<prefix { pairs.append(Pair(old: index, new: index, stays: true)) }
        alignMiddle(old, prefix..<(old.count - suffix), new, prefix..<(new.count - suffix))
        for index in (new.count - suffix)..<new.count {
            pairs.append(Pair(old: index + old.count - new.count, new: index, stays: true))
        }
    }

    private mutating func alignMiddle<Element: Identifiable>(
        _ old: [Element],
        _ oldRange: Range<Int>,
        _ new: [Element],
        _ newRange: Range<Int>
    ) {
        var identities = IdentityMap(old[oldRange].map(\.id))
        var survivors: [(old: Int, new: Int)] = []
        for index in newRange {
            if let taken = identities.take(new[index].id) {
                survivors.append((oldRange.lowerBound + taken, index))
            } else {
                insertions.append(index)
            }
        }
        deletions = identities.remaining.map { oldRange.lowerBound + $0 }
        let stays = longestIncreasingSubsequence(survivors.map(\.old))
        for (survivor, stays) in zip(survivors, stays) {
            pairs.append(Pair(old: survivor.old, new: survivor.new, stays: stays))
        }
    }
}
