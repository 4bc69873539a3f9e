/// The elements of a list by identity, each to be taken once; elements with equal identities are taken in list order.
///
/// A hash table of indices with chains. It stores no identities, and asks its user for hashes and comparisons: so it
/// copies none, and is compiled once and not for each type of identities.
@usableFromInline
package struct IdentityMap {
    @export(implementation) static var none: Int { -1 }

    @usableFromInline var hashes: [Int]
    @usableFromInline var isTaken: [Bool]

    /// The first index of each bucket. Their number is a power of two.
    @usableFromInline var first: [Int]

    /// For each index the next one in its bucket, ascending.
    @usableFromInline var next: [Int]

    /// Builds the map of a list. O(n).
    ///
    /// - Parameters:
    ///   - count: The number of elements.
    ///   - hash: The hash of the identity of the element at an index.
    @export(implementation)
    package init(count: Int, hash: (Int) -> Int) {
        var buckets = 2
        while buckets < count { buckets *= 2 }
        hashes = []
        hashes.reserveCapacity(count)
        for index in 0..<count { hashes.append(hash(index)) }
        isTaken = Array(repeating: false, count: count)
        first = Array(repeating: Self.none, count: buckets)
        next = Array(repeating: Self.none, count: count)
        for index in stride(from: count - 1, through: 0, by: -1) {
            let bucket = hashes[index] & (buckets - 1)
            next[index] = first[bucket]
            first[bucket] = index
        }
    }

    /// The index of the first element with an identity that was not taken yet. O(1) expected.
    ///
    /// - Parameters:
    ///   - hash: The hash of the identity.
    ///   - isSame: Whether the element at an index has the identity.
    @export(implementation)
    package mutating func take(_ hash: Int, where isSame: (Int) -> Bool) -> Int? {
        let bucket = hash & (first.count - 1)
        var previous = Self.none
        var index = first[bucket]
        while index != Self.none {
            if hashes[index] == hash, isSame(index) {
                // An element that was taken leaves its bucket, so that equal identities are not searched again and
                // again.
                if previous == Self.none { first[bucket] = next[index] } else { next[previous] = next[index] }
                isTaken[index] = true
                return index
            }
            previous = index
            index = next[index]
        }
        return nil
    }

    /// The indices that were not taken, ascending. O(n).
    @export(implementation) package var remaining: [Int] { isTaken.indices.filter { !isTaken[$0] } }
}
