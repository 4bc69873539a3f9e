import MillraceData

/// Caches the digests of large arrays and tables, so that an unchanged one costs nothing.
///
/// ```swift
/// let cache = DigestCache()
/// let digests = store.state.map { StateDigest(of: $0, cache: cache) }
/// ```
///
/// An array counts as unchanged if its storage is the same: the cache keeps the arrays of the last digest alive, so
/// that no other array can get the same address, and changing one makes a copy. That copy is the price: the first
/// change after a digest is O(n) where it would have been made in place. The same holds for tables, whose change stays
/// O(log n). The digest of an array or a table that has changed is computed anew, from all its elements.
///
/// Use one cache per store, and keep it as long as you take digests. Entries that a digest does not meet are released.
public final class DigestCache {
    /// The storage of a collection.
    struct Place: Hashable {
        let address: UnsafeRawPointer
        let type: ObjectIdentifier
        let count: Int
    }

    private struct Entry {
        let digest: UInt64
        let collection: Any  // keeps the storage
    }

    /// The number of elements from which an array or a table is cached.
    private static let threshold = 64

    let types: KnownTypes
    private var earlier: [Place: Entry] = [:]
    private var present: [Place: Entry] = [:]

    /// Creates an empty cache.
    public init() { types = KnownTypes() }

    /// Creates an empty cache that shares with another one what is found out about types.
    package init(sharing other: DigestCache) { types = other.types }

    /// The digest of a collection at a place: that of the last time, or the result of `compute`, which is kept unless
    /// something has no digest.
    func digest(of collection: Any, at place: Place?, _ compute: () -> UInt64) -> UInt64 {
        guard let place else { return compute() }
        if let entry = present[place] ?? earlier[place] {
            present[place] = entry
            return entry.digest
        }
        let digest = compute()
        if types.problem == nil { present[place] = Entry(digest: digest, collection: collection) }
        return digest
    }

    /// Releases the entries that were not met since the last call.
    func endRound() {
        earlier = present
        present = [:]
    }

    /// Returns nil for small arrays, and for arrays of objects, whose storage can be foreign.
    func place<Element>(of array: [Element]) -> Place? {
        guard array.count >= Self.threshold, !(Element.self is AnyObject.Type) else { return nil }
        return array.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Place(address: $0, type: ObjectIdentifier(Element.self), count: array.count) }
        }
    }

    /// Returns nil for small tables.
    func place<Element>(of table: Table<Element>) -> Place? {
        guard table.count >= Self.threshold, let root = table.elements.tree.root else { return nil }
        let address = UnsafeRawPointer(Unmanaged.passUnretained(root).toOpaque())
        return Place(address: address, type: ObjectIdentifier(Element.self), count: table.count)
    }
}
