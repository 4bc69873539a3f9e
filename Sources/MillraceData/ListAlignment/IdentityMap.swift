/// A list's elements by identity, each to be taken once; equal identities are taken in their order in the list.
///
/// One dictionary entry an identity; occurrences are linked through an array, so that no identity owns a list.
@usableFromInline
package struct IdentityMap<ID: Hashable> {
    @usableFromInline var first: [ID: Int]
    @usableFromInline var next: [Int?]
    @usableFromInline var isTaken: [Bool]

    /// O(n) expected.
    @inlinable
    package init(_ identities: [ID]) {
        first = Dictionary(minimumCapacity: identities.count)
        next = Array(repeating: nil, count: identities.count)
        isTaken = Array(repeating: false, count: identities.count)
        for index in identities.indices.reversed() {
            next[index] = first.updateValue(index, forKey: identities[index])
        }
    }

    /// The index of the first element of this identity that was not taken yet. O(1) expected.
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
