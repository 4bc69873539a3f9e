/// Remembers the digests of large arrays, so that an array that did not change costs nothing.
///
/// ```swift
/// let cache = DigestCache()
/// let digests = store.state.map { StateDigest(of: $0, cache: cache) }
/// ```
///
/// An array is the same where its storage is: the cache keeps the arrays that the last digest met, so that no other can
/// come to stand at their place, and so that whoever changes one makes a copy. That copy is the price: the first change
/// after a digest is O(n) where it would have been made in place.
///
/// A cache serves one store: whoever takes the digests keeps it. Arrays that a digest does not meet are let go.
public final class DigestCache {
    private struct Place: Hashable {
        let address: UnsafeRawPointer
        let type: ObjectIdentifier
        let count: Int
    }

    private struct Entry {
        let digest: UInt64
        let array: Any  // keeps the storage
    }

    /// From how many elements an array is worth its place.
    private static let threshold = 64

    let types = TypeTraits()
    private var earlier: [Place: Entry] = [:]
    private var present: [Place: Entry] = [:]

    /// Makes an empty cache.
    public init() {}

    func digest<Element>(of array: [Element]) -> UInt64? {
        guard let place = place(of: array), let entry = present[place] ?? earlier[place] else { return nil }
        present[place] = entry
        return entry.digest
    }

    func remember<Element>(_ digest: UInt64, of array: [Element]) {
        if let place = place(of: array) { present[place] = Entry(digest: digest, array: array) }
    }

    /// Lets go of what was not met since the last call.
    func endRound() {
        earlier = present
        present = [:]
    }

    /// Nil for small arrays, and for those of objects, whose storage can be foreign.
    private func place<Element>(of array: [Element]) -> Place? {
        guard array.count >= Self.threshold, !(Element.self is AnyObject.Type) else { return nil }
        return array.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Place(address: $0, type: ObjectIdentifier(Element.self), count: array.count) }
        }
    }
}
