/// A key in an order that has a place for every value.
///
/// Some values do not take part in the order of their type and do not even equal themselves: NaN is one. Here they come
/// after all others and are equal to each other, so that an entry is found again by its key.
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

    /// That of the key, which has a shorter way to it than through a hasher.
    @export(implementation)
    @inline(__always)
    var hashValue: Int { isOrdered ? key.hashValue : 0 }
}

/// A dictionary by keys of which some may be in no order. Those that are, are hashed as they are: a type of the standard
/// library is hashed sooner alone than in a structure.
@usableFromInline
struct TotalDictionary<Key: Hashable, Value> {
    @usableFromInline var ordered: [Key: Value] = [:]

    /// The key that is in no order, if there is one. In an array, so that the layout is the same for all types.
    @usableFromInline var other: [(key: Key, value: Value)] = []

    @export(implementation)
    init() {}

    @export(implementation)
    subscript(key: TotallyOrdered<Key>) -> Value? {
        @inline(__always) get { key.isOrdered ? ordered[key.key] : other.first?.value }
        @inline(__always) set {
            if key.isOrdered { ordered[key.key] = newValue } else { other = newValue.map { [(key.key, $0)] } ?? [] }
        }
    }

    /// Adds to the number of a key.
    @export(implementation)
    @inline(__always)
    mutating func add(_ number: Value, to key: TotallyOrdered<Key>) where Value == Int {
        if key.isOrdered { ordered[key.key, default: 0] += number } else { self[key] = (self[key] ?? 0) + number }
    }
}

extension TotalDictionary where Key: Comparable {
    /// All keys with their values, in ascending order.
    @export(implementation) var entries: [(key: TotallyOrdered<Key>, value: Value)] {
        let entries = ordered.sorted { $0.key < $1.key }.map { (key: TotallyOrdered($0.key), value: $0.value) }
        return entries + other.map { (key: TotallyOrdered($0.key), value: $0.value) }
    }
}
