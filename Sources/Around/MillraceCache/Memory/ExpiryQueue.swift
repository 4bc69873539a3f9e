/// Entries in the order in which they expire: a binary heap.
///
/// Entries that have left the cache stay until they are due or too many; the number that each entry got when it was
/// written tells whether it is still the same.
struct ExpiryQueue {
    struct Item {
        let due: Duration
        let slot: Int
        let number: UInt64
    }

    private var items: [Item] = []

    /// Adds an item. O(log n).
    mutating func add(_ item: Item) {
        items.append(item)
        var child = items.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if items[parent].due <= items[child].due { return }
            items.swapAt(parent, child)
            child = parent
        }
    }

    /// Takes out the first item, if it is due. O(log n).
    mutating func next(at now: Duration) -> Item? {
        guard let first = items.first, first.due <= now else { return nil }
        items.swapAt(0, items.count - 1)
        items.removeLast()
        sink(0)
        return first
    }

    /// Drops what has left the cache, if that is more than half. O(1) amortised.
    mutating func prune(living: Int, _ isLiving: (Item) -> Bool) {
        guard items.count > 2 * living + 32 else { return }
        items = items.filter(isLiving).sorted { $0.due < $1.due }
    }

    private mutating func sink(_ index: Int) {
        var parent = index
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < items.count {
                if items[child].due < items[least].due { least = child }
            }
            if least == parent { return }
            items.swapAt(parent, least)
            parent = least
        }
    }
}
