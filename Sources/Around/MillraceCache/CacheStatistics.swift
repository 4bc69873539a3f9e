/// The values that a cache holds in memory, and how often it has helped, since it was made.
public struct CacheStatistics: Sendable, Hashable {
    /// How often a value was found in memory.
    public internal(set) var hits = 0
    /// How often a value was not found in memory, by ``Cache/subscript(_:)`` or by one of the `value` methods.
    public internal(set) var misses = 0
    /// The number of values in memory, including those that have expired and were not removed yet.
    public internal(set) var count = 0
    /// The sum of their costs.
    public internal(set) var cost = 0
}
