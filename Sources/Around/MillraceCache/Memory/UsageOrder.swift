/// Which entry leaves when there is no room: W-TinyLFU (Einziger, Friedman and Manes, 2017), or the least recently
/// used.
///
/// New entries stand in a small *window*. Whatever leaves the window has to be used more often than the entries of the
/// *main* part that would have to make room; otherwise it is the one that leaves the cache. So a scan of things that
/// are used once passes through the window only. The main part has entries *on probation* and, once they are used
/// again, *protected* ones. With a window that is the whole cache this is plain LRU.
///
/// The entry that was added or used last is never the one to leave, unless it is larger than the whole cache: what was
/// just fetched for the screen is there when the screen draws.
///
/// Entries are numbers, their slots: this type knows neither keys nor values. Every operation is O(1), but for
/// ``next()``, which is O(1) for each entry that leaves.
struct UsageOrder {
    enum Segment { case window, probation, protected }

    /// Finds the share of the window in the limits. Nil if the window is all there is.
    private var climber: WindowClimber?
    private var windowShare: Double { climber?.share ?? 1 }

    /// The share of the protected entries in the rest.
    private static let protectedShare = 0.8

    var countLimit: Int?
    var costLimit: Int?

    private var nodes: [EntryNode] = []
    private var freeSlots: [Int] = []
    private var window = EntryList()
    private var probation = EntryList()
    private var protected = EntryList()
    private var sketch: FrequencySketch
    private var newest = -1

    init(policy: EvictionPolicy, countLimit: Int?, costLimit: Int?) {
        climber = policy == .frequentlyUsed ? WindowClimber(share: 0.1) : nil
        (self.countLimit, self.costLimit) = (countLimit, costLimit)
        sketch = FrequencySketch(capacity: 64)
    }

    var count: Int { window.count + probation.count + protected.count }
    var cost: Int { window.cost + probation.cost + protected.cost }

    /// Whether an entry can be there at all, and all costs can still be added up.
    func admits(_ cost: Int) -> Bool {
        (countLimit ?? 1) > 0 && cost <= (costLimit ?? cost) && cost <= .max - self.cost
    }

    /// The limit that is exceeded, if one is.
    var exceeded: EvictionReason? {
        if let countLimit, count > countLimit { return .countLimit }
        if let costLimit, cost > costLimit { return .costLimit }
        return nil
    }

    // MARK: What happens to entries

    /// Adds an entry, and returns its slot. Limits may be exceeded then: see ``next()``.
    mutating func insert(hash: UInt64, cost: Int) -> Int {
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
            nodes[slot] = EntryNode(hash: hash, cost: cost)
        } else {
            slot = nodes.count
            nodes.append(EntryNode(hash: hash, cost: cost))
        }
        window.append(slot, &nodes)
        noteUse(of: hash, isHit: false)
        newest = slot
        return slot
    }

    /// Notes that an entry is used.
    mutating func use(_ slot: Int) {
        noteUse(of: nodes[slot].hash, isHit: true)
        newest = slot
        switch nodes[slot].segment {
        case .window: move(slot, to: .window)
        case .probation, .protected:
            move(slot, to: .protected)
            while isOver(protected, share: (1 - windowShare) * Self.protectedShare), protected.count > 1 {
                move(protected.first, to: .probation)
            }
        }
    }

    mutating func setCost(_ cost: Int, of slot: Int) {
        change(nodes[slot].segment) { list, nodes in list.setCost(cost, of: slot, &nodes) }
    }

    mutating func remove(_ slot: Int) {
        change(nodes[slot].segment) { list, nodes in list.remove(slot, &nodes) }
        freeSlots.append(slot)
        if newest == slot { newest = -1 }
    }

    /// Removes all entries. How often keys were used stays known.
    mutating func removeAll() {
        (nodes, freeSlots, newest) = ([], [], -1)
        (window, probation, protected) = (EntryList(), EntryList(), EntryList())
    }

    // MARK: Who leaves

    /// The entry that is to leave next, with the limit that is exceeded. Nil if there is room for all.
    mutating func next() -> (slot: Int, reason: EvictionReason)? {
        guard let reason = exceeded else {
            while isWindowOver { move(window.first, to: .probation) }
            return nil
        }
        return (loser(), reason)
    }

    private mutating func loser() -> Int {
        guard isWindowOver else { return oldest }
        let candidate = window.first
        guard probation.count + protected.count > 0, isBetter(candidate) else { return candidate }
        let loser = oldest
        move(candidate, to: .probation)
        return loser
    }

    /// The entry that has waited longest, of the part that is protected least, but for the newest one.
    private var oldest: Int {
        for list in [probation, protected, window] where list.count > 0 {
            if list.first != newest { return list.first }
            if list.count > 1 { return nodes[newest].next }
        }
        return newest
    }

    /// Whether an entry was used more often than all those together that would have to leave in its place.
    private func isBetter(_ candidate: Int) -> Bool {
        let frequency = sketch.frequency(of: nodes[candidate].hash)
        var excessCount = countLimit.map { count - $0 } ?? 0
        var excessCost = costLimit.map { cost - $0 } ?? 0
        var victim = probation.count > 0 ? probation.first : protected.first
        var rivals = 0
        while victim >= 0, excessCount > 0 || excessCost > 0 {
            rivals += sketch.frequency(of: nodes[victim].hash)
            if rivals >= frequency { return false }
            excessCount -= 1
            excessCost -= nodes[victim].cost
            let next = nodes[victim].next
            victim = next < 0 && nodes[victim].segment == .probation ? protected.first : next
        }
        return true
    }

    // MARK: Means

    private mutating func noteUse(of hash: UInt64, isHit: Bool) {
        guard climber != nil else { return }
        let count = count
        sketch.reserve(count)
        sketch.count(hash)
        climber?.note(isHit: isHit, entries: count)
    }

    /// The newest entry may stay in the window whatever its cost.
    private var isWindowOver: Bool {
        window.first != newest && window.count > 1 && isOver(window, share: windowShare)
    }

    private func isOver(_ list: EntryList, share: Double) -> Bool {
        if let countLimit, list.count > max(1, part(share, of: countLimit)) { return true }
        if let costLimit, list.cost > part(share, of: costLimit) { return true }
        return false
    }

    /// The part of a limit. The whole is taken as it is: rounded to a `Double`, the greatest is too great for an `Int`.
    private func part(_ share: Double, of limit: Int) -> Int { share < 1 ? Int(Double(limit) * share) : limit }

    private mutating func move(_ slot: Int, to segment: Segment) {
        change(nodes[slot].segment) { list, nodes in list.remove(slot, &nodes) }
        nodes[slot].segment = segment
        change(segment) { list, nodes in list.append(slot, &nodes) }
    }

    private mutating func change(_ segment: Segment, _ body: (inout EntryList, inout [EntryNode]) -> Void) {
        switch segment {
        case .window: body(&window, &nodes)
        case .probation: body(&probation, &nodes)
        case .protected: body(&protected, &nodes)
        }
    }
}
