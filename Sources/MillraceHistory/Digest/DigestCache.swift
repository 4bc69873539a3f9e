/// Caches the digests of large arrays, so that an unchanged array costs nothing.
///
/// ```swift
/// let cache = DigestCache()
/// let digests = store.state.map { StateDigest(of: $0, cache: cache) }
/// ```
///
/// An array counts as unchanged if its storage is the same: the cache keeps the arrays of the last digest alive, so
/// that no other array can get the same address, and changing one makes a copy. That copy is the price: the first
/// change after a digest is O(n) where it would have been made in place.
///
/// Use one cache per store, and keep it as long as you take digests. Arrays that a digest does not meet are released.
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

    /// The number of elements from which an array is cached.
    private static let threshold = 64

    let types = KnownTypes()
    private var earlier: [Place: Entry] = [:]
    private var present: [Place: Entry] = [:]

    /// Creates an empty cache.
    public init() {}

    func digest<Element>(of array: [Element]) -> UInt64? {
        guard let place = place(of: array), let entry = present[place] ?? earlier[place] else { return nil }
        present[place] = entry
        return entry.digest
    }

    func remember<Element>(_ digest: UInt64, of array: [Element]) {
        if let place = place(of: array) { present[place] = Entry(digest: digest, array: array) }
    }

    /// Releases what was not met since the last call.
    func endRound() {
        earlier = present
        present = [:]
    }

    /// Returns nil for small arrays, and for arrays of objects, whose storage can be foreign.
    private func place<Element>(of array: [Element]) -> Place? {
        guard array.count >= Self.threshold, !(Element.self is AnyObject.Type) else { return nil }
        return array.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Place(address: $0, type: ObjectIdentifier(Element.self), count: array.count) }
        }
    }
}
