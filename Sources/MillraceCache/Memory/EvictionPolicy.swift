/// Which entries a cache keeps when there is not room for all.
public enum EvictionPolicy: Sendable, Hashable {
    /// Keeps what is used often, and what was used just now: W-TinyLFU.
    ///
    /// A list that is scrolled through once does not drive out what is used again and again. It takes 8 bytes more for
    /// each entry than ``leastRecentlyUsed``.
    case frequentlyUsed

    /// Keeps what was used last: LRU.
    case leastRecentlyUsed
}

/// Why a value has left the memory of a cache.
public enum EvictionReason: Sendable, Hashable {
    /// There are more values than `countLimit`.
    case countLimit
    /// The values cost more than `costLimit`.
    case costLimit
    /// It is older than its age limit.
    case ageLimit
    /// Another value was inserted for its key.
    case replaced
    /// It was removed by `remove` or `removeAll`.
    case removed
    /// The memory was asked for: `removeAllFromMemory`.
    case memoryReleased
}

/// A value that has left the memory of a cache.
public struct Eviction<Key, Value> {
    /// The key of the value.
    public let key: Key
    /// The value.
    public let value: Value
    /// Why it has left.
    public let reason: EvictionReason
}

extension Eviction: Sendable where Key: Sendable, Value: Sendable {}
extension Eviction: Equatable where Key: Equatable, Value: Equatable {}
