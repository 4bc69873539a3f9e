/// The elements of a list by identity, each to be taken once; elements with equal identities are taken in list order.
///
/// There is one dictionary entry per identity; its occurrences are linked through an array, so no identity owns a list.
@usableFromInline
package struct IdentityMap<ID: Hashable> {
    @usableFromInline var first: [ID: Int]
    @usableFromInline var next: [Int?]
    @usableFromInline var isTaken: [Bool]

    /// Builds the map of a list. O(n) expected.
    @inlinable
    package init(_ identities: [ID]) {
        first = Dictionary(minimumCapacity: identities.count)
        next = Array(repeating: nil, count: identities.count)
        isTaken = Array(repeating: false, count: identities.count)
        for index in identities.indices.reversed() {
            next[index] = first.updateValue(index, forKey: identities[index])
        }
    }

    /// The index of the first element with this identity that was not taken yet. O(1) expected.
    @inlinable
    package mutating func take(_ identity: ID) -> Int? {
        guard let slot = first.index(forKey: identity) else { return nil }
        let index = first.values[slot]
        guard !isTaken[index] else { return nil }  // the last of its identity stays in the map
        isTaken[index] = true
        if let following = next[index] { first.values[slot] = following }
        return index
    }

    /// The indices that were not taken, ascending. O(n).
    @inlinable package var remaining: [Int] { isTaken.indices.filter { !isTaken[$0] } }
}
