import MillraceBase
import MillraceSignals

/// Keeps values that take long to get, in memory and, if you like, on disk.
///
/// ```swift
/// let pictures = Cache<URL, Picture>(costLimit: 100_000_000, cost: \.byteCount)
///
/// let picture = try await pictures.value(for: url) { try await download(url) }
/// ```
///
/// A value that several callers ask for at once is fetched once: see ``value(for:cost:ageLimit:fetch:)``. A view that
/// has to draw at once looks in memory only, with ``subscript(_:)``, which never waits for the disk or a fetch.
///
/// **Limits.** `countLimit` and `costLimit` hold for the memory whenever a call has returned: the values that
/// were used longest ago leave. `ageLimit` holds for memory and disk alike: an older value is never returned. It is removed
/// when something is inserted, or when it is asked for. The disk has limits of its own:
/// ``DiskCache``.
///
/// **Threads.** Every method may be called on any thread. The memory is guarded by a lock, not an actor, so a look-up
/// needs no `await`. The lock is held only during a change in memory: never while something is fetched, encoded,
/// decoded, read or written, and never while your closures run or values are released. (The hash and the `==` of keys
/// do run under it.) Disk and coders run on a queue of the ``DiskCache`` and in tasks of no actor.
///
/// The cache keeps its values, its closures and the ``DiskCache`` alive. Only a fetch in progress, and a look-up on
/// disk, keep the cache alive.
public final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The state that the lock guards.
    struct State {
        var memory: MemoryStore<Key, Value>
        var flights = Flights<Key, Value>()
        var hits = 0
        var misses = 0

        /// Finds a value in memory, and counts the look-up.
        mutating func find(_ key: Key, at now: Duration) -> Value? {
            let value = memory.value(for: key, at: now)
            if value != nil { hits += 1 } else { misses += 1 }
            return value
        }
    }

    /// How old a value may be. Nil if there is no limit.
    public let ageLimit: Duration?

    /// The disk layer, if there is one.
    let disk: CacheDisk<Key, Value>?

    let state: Locked<State>

    let now: @Sendable () -> Duration
    let executor: (any TaskExecutor)?
    private let cost: @Sendable (Value) -> Int
    private let onEviction: (@Sendable (Eviction<Key, Value>) -> Void)?

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - countLimit: The largest number of values in memory. Nil means no limit; with zero, nothing stays in memory.
    ///   - costLimit: The largest sum of costs in memory. Nil means no limit. A single value that costs more is not
    ///     kept in memory.
    ///   - ageLimit: How long a value can be used, in memory and on disk.
    ///   - clock: Measures the age. Its isolation does not matter. A clock that is a task executor as well, such as a
    ///     `TestScheduler`, also runs the fetches.
    ///   - cost: The cost of a value, such as its size in bytes. Called once for each value that is inserted, by the
    ///     thread that inserts it. Must not be negative.
    ///   - disk: The disk layer. Nil if there is none.
    ///   - onEviction: Called once for each value that has left the memory, by the thread that caused it, after the
    ///     change. It may use the cache. A value that has left the memory may still be on disk.
    public init(
        countLimit: Int? = nil,
        costLimit: Int? = nil,
        ageLimit: Duration? = nil,
        clock: some Scheduler = .main,
        cost: @escaping @Sendable (Value) -> Int = { _ in 1 },
        disk: CacheDisk<Key, Value>? = nil,
        onEviction: (@Sendable (Eviction<Key, Value>) -> Void)? = nil
    ) {
        self.ageLimit = ageLimit
        self.disk = disk
        self.cost = cost
        self.onEviction = onEviction
        now = { clock.now }
        executor = clock as? any TaskExecutor
        state = Locked(State(memory: MemoryStore(countLimit: countLimit, costLimit: costLimit)))
    }

    // MARK: Limits

    /// The largest number of values in memory. A smaller one takes effect at once. Nil if there is no limit.
    public var countLimit: Int? {
        get { state.withLock { $0.memory.countLimit } }
        set { change { $0.memory.countLimit = newValue } }
    }

    /// The largest sum of costs in memory. A smaller one takes effect at once. Nil if there is no limit.
    public var costLimit: Int? {
        get { state.withLock { $0.memory.costLimit } }
        set { change { $0.memory.costLimit = newValue } }
    }

    // MARK: In memory

    /// The value of a key if it is in memory, nil otherwise. Counts as a use.
    ///
    /// Use it in code that cannot wait, such as a cell that draws now. It asks neither the disk nor a fetch in
    /// progress.
    ///
    /// - Complexity: O(1), under a lock that is never held for longer than a change in memory takes.
    public subscript(key: Key) -> Value? {
        let now = now()
        return change { $0.find(key, at: now) }
    }

    /// Whether the value of a key is in memory. Does not count as a use.
    public func isInMemory(_ key: Key) -> Bool {
        let now = now()
        return state.withLock { $0.memory.contains(key, at: now) }
    }

    /// The values that the cache holds in memory, and how often it has helped. May be read on any thread. O(1).
    public var statistics: CacheStatistics {
        state.withLock { state in
            CacheStatistics(
                hits: state.hits,
                misses: state.misses,
                count: state.memory.count,
                cost: state.memory.cost
            )
        }
    }

    // MARK: Changing

    /// Inserts a value in place of the former one: in memory at once, and on disk later.
    ///
    /// Callers that wait for a fetch of the key still receive its value, but that value is not kept. A value that
    /// cannot be encoded or written is reported to the `onFailure` of the ``DiskCache``, and stays in memory.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: Its key.
    ///   - cost: Its cost. Nil means the result of the cache's own function. Must not be negative.
    ///   - ageLimit: How long it can be used, instead of the ``ageLimit`` of the cache.
    public func insert(_ value: Value, for key: Key, cost: Int? = nil, ageLimit: Duration? = nil) {
        let cost = checkedCost(cost, of: value)
        let now = now()
        change { state in
            state.flights.remove(key)
            store(value, for: key, cost: cost, ageLimit: ageLimit ?? self.ageLimit, at: now, in: &state)
        }
    }

    /// Removes the value of a key from memory and from disk.
    ///
    /// A fetch of the key that is in progress still answers those who wait for it, but its value is not kept.
    public func remove(_ key: Key) {
        change { state in
            state.flights.remove(key)
            state.memory.remove(key)
            disk?.remove(key)
        }
    }

    /// Removes all values from memory and from disk.
    ///
    /// Callers that wait for a fetch still receive its value, but that value is not kept.
    public func removeAll() {
        change { state in
            state.flights.removeAll()
            state.memory.removeAll(.removed)
            disk?.removeAll()
        }
    }

    /// Removes all values from memory. Those on disk stay.
    ///
    /// Call it when the system asks for memory: on a memory warning, or when the app goes to the background.
    public func removeAllFromMemory() {
        change { $0.memory.removeAll(.memoryReleased) }
    }

    /// Waits until everything that was inserted or removed before is on the storage medium, as far as it can be
    /// written.
    ///
    /// Returns at once if there is no disk layer.
    ///
    /// - Throws: ``DiskCacheError``, if the disk cannot be written.
    public func flush() async throws {
        try await disk?.records.flush()
    }
}

extension Cache {
    /// The cost of a value, which the caller or the cache's function says.
    func checkedCost(_ given: Int?, of value: Value) -> Int {
        let cost = given ?? self.cost(value)
        if cost < 0 { stop("Cache.insert: the cost is \(cost). To fix: let costs be zero or more.") }
        return cost
    }

    /// Keeps a value, in memory and on disk. Called under the lock, so that the disk's queue has the order of the
    /// memory.
    func store(
        _ value: Value,
        for key: Key,
        cost: Int,
        ageLimit: Duration?,
        at now: Duration,
        in state: inout State
    ) {
        state.memory.insert(value, for: key, cost: cost, due: ageLimit.map { now + $0 }, at: now)
        disk?.insert(value, for: key, ageLimit: ageLimit)
    }

    /// Runs a change under the lock. Values and keys that have left are released when it is free again.
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, departed, flights) = state.withLock { state in
            (body(&state), state.memory.takeDeparted(), state.flights.takeDeparted())
        }
        defer { letGo(flights) }
        if let onEviction { departed.forEach(onEviction) }
        return result
    }
}
