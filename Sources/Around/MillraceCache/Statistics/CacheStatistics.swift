/// What a cache holds, and how often it has helped, since it was made.
public struct CacheStatistics: Sendable, Hashable {
    /// How often a value was found in memory.
    public internal(set) var hits = 0
    /// How often a value was not found in memory, by ``Cache/subscript(_:)`` or by one of the `value` methods.
    public internal(set) var misses = 0
    /// How often a value that was not in memory was found on disk.
    public internal(set) var diskHits = 0
    /// How often a fetch was begun.
    public internal(set) var fetches = 0
    /// How often a value was inserted, by `insert`, by a fetch, or from the disk.
    public internal(set) var insertions = 0
    /// How many values have left the memory for lack of room or because of their age.
    public internal(set) var evictions = 0
    /// The number of values in memory, including those that have expired and were not removed yet.
    public internal(set) var count = 0
    /// The sum of their costs.
    public internal(set) var cost = 0
    /// The number of values on disk.
    public internal(set) var diskCount = 0
    /// The size of the disk layer's files in bytes.
    public internal(set) var diskBytes = 0

    /// The share of look-ups that found a value in memory, from 0 to 1. Nil if there were none.
    public var hitRate: Double? {
        hits + misses == 0 ? nil : Double(hits) / Double(hits + misses)
    }

    init() {}
}

extension EvictionReason {
    /// Whether the cache itself decided it.
    var isEviction: Bool {
        switch self {
        case .countLimit, .costLimit, .ageLimit: true
        case .replaced, .removed, .memoryReleased: false
        }
    }
}
