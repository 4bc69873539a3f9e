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
    /// All values were removed from memory by `removeAllFromMemory`.
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
