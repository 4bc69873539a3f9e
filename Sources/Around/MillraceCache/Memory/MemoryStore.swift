/// The values of a cache that are in memory: what is found, what leaves, and why. It knows no lock, no disk and no
/// clock.
struct MemoryStore<Key: Hashable, Value> {
    private struct Entry {
        let key: Key
        var value: Value
        /// When it expires.
        var due: Duration?
        /// Another one with each value.
        var number: UInt64
    }

    private var slots: [Key: Int] = [:]
    private var entries: [Entry?] = []
    private var order: UsageOrder
    private var expiries = ExpiryQueue()
    private var lastNumber: UInt64 = 0
    private let hash: (Key) -> Int

    /// What has left since it was taken last. Values are released outside of the lock that this store is behind.
    private var departed: [Eviction<Key, Value>] = []

    /// - Parameter hash: The hash by which uses are counted. For measurements that are to be the same in each process.
    init(policy: EvictionPolicy, countLimit: Int?, costLimit: Int?, hash: @escaping (Key) -> Int = { $0.hashValue }) {
        order = UsageOrder(policy: policy, countLimit: countLimit, costLimit: costLimit)
        self.hash = hash
    }

    var count: Int { order.count }
    var cost: Int { order.cost }

    var countLimit: Int? {
        get { order.countLimit }
        set {
            order.countLimit = newValue
            trim()
        }
    }

    var costLimit: Int? {
        get { order.costLimit }
        set {
            order.costLimit = newValue
            trim()
        }
    }

    /// Returns what has left since this was called last.
    mutating func takeDeparted() -> [Eviction<Key, Value>] {
        if departed.isEmpty { return [] }
        defer { departed = [] }
        return departed
    }

    /// Finds a value, and notes that it is used. One that has expired leaves.
    mutating func value(for key: Key, at now: Duration) -> Value? {
        guard let slot = slots[key], let entry = entries[slot] else { return nil }
        if let due = entry.due, due <= now {
            remove(slot, .ageLimit)
            return nil
        }
        order.use(slot)
        return entry.value
    }

    /// Whether there is a value that has not expired.
    func contains(_ key: Key, at now: Duration) -> Bool {
        guard let slot = slots[key], let entry = entries[slot] else { return false }
        return entry.due.map { $0 > now } ?? true
    }

    /// Inserts a value, in place of the former one. Then what has expired leaves, and after it what there is no room
    /// for.
    mutating func insert(_ value: Value, for key: Key, cost: Int, due: Duration?, at now: Duration) {
        removeExpired(at: now)
        guard order.admits(cost) else { return refuse(value, for: key) }
        lastNumber += 1
        let slot: Int
        if let known = slots[key], let former = entries[known] {
            slot = known
            departed.append(Eviction(key: key, value: former.value, reason: .replaced))
            order.setCost(cost, of: slot)
            order.use(slot)
        } else {
            slot = order.insert(hash: UInt64(bitPattern: Int64(hash(key))), cost: cost)
            if slot == entries.count { entries.append(nil) }
            slots[key] = slot
        }
        entries[slot] = Entry(key: key, value: value, due: due, number: lastNumber)
        if let due { expiries.add(ExpiryQueue.Item(due: due, slot: slot, number: lastNumber)) }
        trim()
    }

    /// A value that is larger than the cache is gone at once, and so is the former one: it is out of date.
    private mutating func refuse(_ value: Value, for key: Key) {
        if let slot = slots[key] { remove(slot, .replaced) }
        let reason: EvictionReason = (countLimit ?? 1) > 0 ? .costLimit : .countLimit
        departed.append(Eviction(key: key, value: value, reason: reason))
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        slots[key].flatMap { remove($0, .removed) }
    }

    mutating func removeAll(_ reason: EvictionReason) {
        for case let entry? in entries {
            departed.append(Eviction(key: entry.key, value: entry.value, reason: reason))
        }
        (slots, entries, expiries) = ([:], [], ExpiryQueue())
        order.removeAll()
    }

    mutating func removeExpired(at now: Duration) {
        while let item = expiries.next(at: now) {
            if entries[item.slot]?.number == item.number { remove(item.slot, .ageLimit) }
        }
        expiries.prune(living: count) { [entries] in entries[$0.slot]?.number == $0.number }
    }

    private mutating func trim() {
        while let leaving = order.next() { remove(leaving.slot, leaving.reason) }
    }

    @discardableResult
    private mutating func remove(_ slot: Int, _ reason: EvictionReason) -> Value? {
        guard let entry = entries[slot] else { return nil }
        order.remove(slot)
        entries[slot] = nil
        slots[entry.key] = nil
        departed.append(Eviction(key: entry.key, value: entry.value, reason: reason))
        return entry.value
    }
}
