/// A key in an order that has a place for every value.
///
/// Some values do not take part in the order of their type and do not even equal themselves: NaN is one. Here they come
/// after all others and are equal to each other, so that what is kept by its key is found again.
@usableFromInline
struct TotallyOrdered<Key: Equatable>: Equatable {
    @usableFromInline let key: Key

    @export(implementation)
    @inline(__always)
    init(_ key: Key) { self.key = key }

    /// Whether the key takes part in the order of its type.
    @export(implementation)
    @inline(__always)
    var isOrdered: Bool { key == key }

    @export(implementation)
    @inline(__always)
    static func == (left: TotallyOrdered, right: TotallyOrdered) -> Bool {
        left.key == right.key || !left.isOrdered && !right.isOrdered
    }
}

extension TotallyOrdered: Comparable where Key: Comparable {
    @export(implementation)
    @inline(__always)
    static func < (left: TotallyOrdered, right: TotallyOrdered) -> Bool {
        left.key < right.key || !right.isOrdered && left.isOrdered
    }
}

extension TotallyOrdered: Hashable where Key: Hashable {
    @export(implementation)
    func hash(into hasher: inout Hasher) {
        // NaNs are many, with many hashes.
        if isOrdered { hasher.combine(key) }
    }
}
