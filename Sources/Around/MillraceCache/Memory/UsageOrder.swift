/// Slots in the order in which they were used, the least recently used first. A linked list in an array: all is O(1).
struct UsageOrder {
    /// The neighbours of each slot in the list. Slot 0 is none: it stands between the last and the first.
    private var neighbours = [(previous: Int, next: Int)](repeating: (0, 0), count: 1)
    private var freeSlots: [Int] = []

    /// The slot that was used longest ago; 0 if there is none.
    var first: Int { neighbours[0].next }

    /// Returns a slot that is not in the list, and appends it. Slots are small numbers, from one.
    mutating func appendNew() -> Int {
        let slot = freeSlots.popLast() ?? neighbours.count
        if slot == neighbours.count { neighbours.append((0, 0)) }
        link(slot)
        return slot
    }

    /// Moves a slot to the end.
    mutating func moveToEnd(_ slot: Int) {
        unlink(slot)
        link(slot)
    }

    /// Removes a slot, which may be given to another then.
    mutating func remove(_ slot: Int) {
        unlink(slot)
        freeSlots.append(slot)
    }

    private mutating func link(_ slot: Int) {
        let last = neighbours[0].previous
        neighbours[slot] = (last, 0)
        neighbours[last].next = slot
        neighbours[0].previous = slot
    }

    private mutating func unlink(_ slot: Int) {
        let (previous, next) = neighbours[slot]
        neighbours[previous].next = next
        neighbours[next].previous = previous
    }
}
