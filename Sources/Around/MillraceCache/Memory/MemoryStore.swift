import MillraceBase

/// The values of a cache that are in memory: look-ups, evictions, and their reasons. It knows no lock, no disk and no
/// clock.
struct MemoryStore<Key: Hashable, Value> {
    private struct Entry {
        let key: Key
        let value: Value
        let cost: Int
        /// When it expires.
        let due: Duration?
        /// Another one with each entry.
        let number: UInt64
    }

    /// When an entry expires, if it is still in its slot.
    private struct Expiry: Comparable {
        let due: Duration
        let slot: Int
        let number: UInt64

        static func < (left: Expiry, right: Expiry) -> Bool { left.due < right.due }
    }

    private var slots: [Key: Int] = [:]
    private var entries: [Entry?] = [nil]
    private var order = UsageOrder()
    private var expiries = Heap<Expiry>()
    private var lastNumber: UInt64 = 0
    private(set) var cost = 0

    /// The evictions since they were taken last. Values are released outside of the lock that this store is behind.
    private var departed: [Eviction<Key, Value>] = []

    var countLimit: Int? { didSet { trim() } }
    var costLimit: Int? { didSet { trim() } }

    init(countLimit: Int?, costLimit: Int?) { (self.countLimit, self.costLimit) = (countLimit, costLimit) }

    var count: Int { slots.count }

    /// Returns the entries that have left since the last call.
    mutating func takeDeparted() -> [Eviction<Key, Value>] { exchange(&departed, with: []) }

    /// Finds a value, and notes that it is used. One that has expired leaves.
    mutating func value(for key: Key, at now: Duration = .zero) -> Value? {
        guard let slot = slots[key], let entry = entries[slot] else { return nil }
        if let due = entry.due, due <= now {
            remove(slot, .ageLimit)
            return nil
        }
        order.moveToEnd(slot)
        return entry.value
    }

    /// Whether there is a value that has not expired.
    func contains(_ key: Key, at now: Duration) -> Bool {
        guard let slot = slots[key], let entry = entries[slot] else { return false }
        return entry.due.map { $0 > now } ?? true
    }

    /// Inserts a value, in place of the former one. Then expired values leave, and after them those that there is no
    /// room for. A value that is larger than the cache leaves at once, and so does the former one: it is out of date.
    mutating func insert(_ value: Value, for key: Key, cost: Int, due: Duration? = nil, at now: Duration = .zero) {
        removeExpired(at: now)
        if let slot = slots[key] { remove(slot, .replaced) }
        if let reason = reasonToRefuse(cost) {
            departed.append(Eviction(key: key, value: value, reason: reason))
            return
        }
        lastNumber += 1
        let slot = order.appendNew()
        if slot == entries.count { entries.append(nil) }
        slots[key] = slot
        entries[slot] = Entry(key: key, value: value, cost: cost, due: due, number: lastNumber)
        self.cost += cost
        if let due { expiries.insert(Expiry(due: due, slot: slot, number: lastNumber)) }
        trim()
    }

    /// Why a value cannot be there at all: it does not fit, or the costs could no longer be added up.
    private func reasonToRefuse(_ cost: Int) -> EvictionReason? {
        if countLimit == 0 { return .countLimit }
        return cost > costLimit ?? cost || cost > .max - self.cost ? .costLimit : nil
    }

    mutating func remove(_ key: Key) {
        if let slot = slots[key] { remove(slot, .removed) }
    }

    mutating func removeAll(_ reason: EvictionReason) {
        for case let entry? in entries {
            departed.append(Eviction(key: entry.key, value: entry.value, reason: reason))
        }
        (slots, entries, order, expiries, cost) = ([:], [nil], UsageOrder(), Heap(), 0)
    }

    mutating func removeExpired(at now: Duration) {
        while let expiry = expiries.first, expiry.due <= now {
            _ = expiries.popFirst()
            if isCurrent(expiry) { remove(expiry.slot, .ageLimit) }
        }
        // Those of entries that have left stay until they are due, or too many.
        if expiries.count > 2 * count + 32 { expiries.removeAll { [self] in !isCurrent($0) } }
    }

    private func isCurrent(_ expiry: Expiry) -> Bool { entries[expiry.slot]?.number == expiry.number }

    private mutating func trim() {
        while let countLimit, count > countLimit { remove(order.first, .countLimit) }
        while let costLimit, cost > costLimit { remove(order.first, .costLimit) }
    }

    private mutating func remove(_ slot: Int, _ reason: EvictionReason) {
        guard let entry = entries[slot] else { return }
        order.remove(slot)
        entries[slot] = nil
        slots[entry.key] = nil
        cost -= entry.cost
        departed.append(Eviction(key: entry.key, value: entry.value, reason: reason))
    }
}
