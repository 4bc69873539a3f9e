/// Pairs the elements of an old and a new list by identity, and determines which of them can stay.
///
/// The identity map is Heckel's (P. Heckel, "A technique for isolating differences between files", 1978), O(n)
/// expected; the elements that stay are a longest increasing subsequence, O(n log n). Neither is needed for a common
/// beginning and end, nor if one list is the other with some elements removed, as by a filter: these are O(n)
/// comparisons. Equal identities are paired from both ends, then in the order that a filter leaves, and otherwise the
/// k-th occurrence with the k-th.
@usableFromInline
package struct ListAlignment {
    /// A pair of indices at which the two lists have the same element.
    @usableFromInline
    package struct Pair {
        @usableFromInline package let old: Int
        @usableFromInline package let new: Int
        @usableFromInline package let stays: Bool

        @inlinable
        package init(old: Int, new: Int, stays: Bool) {
            self.old = old
            self.new = new
            self.stays = stays
        }
    }

    /// The elements in both lists, by ascending new index.
    @usableFromInline package var pairs: [Pair] = []

    /// The old indices that are paired with no new element, ascending.
    @usableFromInline package var deletions: [Int] = []

    /// The new indices that are paired with no old element, ascending.
    @usableFromInline package var insertions: [Int] = []

    @inlinable
    package init<Element: Identifiable>(from old: [Element], to new: [Element]) {
        let limit = min(old.count, new.count)
        var prefix = 0
        while prefix < limit, old[prefix].id == new[prefix].id { prefix += 1 }
        var suffix = 0
        while suffix < limit - prefix, old[old.count - suffix - 1].id == new[new.count - suffix - 1].id { suffix += 1 }

        pairs.reserveCapacity(limit)
        for index in 0..<prefix { pairs.append(Pair(old: index, new: index, stays: true)) }
        alignMiddle(old[prefix..<(old.count - suffix)], new[prefix..<(new.count - suffix)])
        for index in (new.count - suffix)..<new.count {
            pairs.append(Pair(old: index + old.count - new.count, new: index, stays: true))
        }
    }

    @inlinable
    mutating func alignMiddle<Element: Identifiable>(_ old: ArraySlice<Element>, _ new: ArraySlice<Element>) {
        if let places = Self.places(of: new, in: old) {
            pairs += zip(places, new.indices).map { Pair(old: $0, new: $1, stays: true) }
            deletions = Self.gaps(between: places, in: old.indices)
        } else if let places = Self.places(of: old, in: new) {
            pairs += zip(old.indices, places).map { Pair(old: $0, new: $1, stays: true) }
            insertions = Self.gaps(between: places, in: new.indices)
        } else {
            alignByIdentity(old, new)
        }
    }

    /// The indices in another list of the elements of one list, if it contains all of them in the same order; `nil`
    /// otherwise.
    @inlinable
    static func places<Element: Identifiable>(
        of few: ArraySlice<Element>,
        in many: ArraySlice<Element>
    ) -> [Int]? {
        guard few.count <= many.count else { return nil }
        var places: [Int] = []
        places.reserveCapacity(few.count)
        var candidates = many.indices
        for element in few {
            guard let place = candidates.first(where: { many[$0].id == element.id }) else { return nil }
            places.append(place)
            candidates = (place + 1)..<many.endIndex
        }
        return places
    }

    /// The indices of a range that are not in an ascending list of indices.
    @inlinable
    static func gaps(between places: [Int], in range: Range<Int>) -> [Int] {
        var result: [Int] = []
        result.reserveCapacity(range.count - places.count)
        var start = range.lowerBound
        for place in places {
            result += start..<place
            start = place + 1
        }
        return result + (start..<range.upperBound)
    }

    @inlinable
    mutating func alignByIdentity<Element: Identifiable>(
        _ old: ArraySlice<Element>,
        _ new: ArraySlice<Element>
    ) {
        var identities = IdentityMap(old.map(\.id))
        var survivors: [(old: Int, new: Int)] = []
        for index in new.indices {
            if let taken = identities.take(new[index].id) {
                survivors.append((old.startIndex + taken, index))
            } else {
                insertions.append(index)
            }
        }
        deletions = identities.remaining.map { old.startIndex + $0 }
        let stays = longestIncreasingSubsequence(survivors.map(\.old))
        for (survivor, stays) in zip(survivors, stays) {
            pairs.append(Pair(old: survivor.old, new: survivor.new, stays: stays))
        }
    }
}
