import MillraceSignals

/// What is still to be made: the labels of elements that wait, and of those for which somebody makes something already.
///
/// Elements themselves are not kept, nor moved about: those of dozens of fields are dozens of references to count.
@usableFromInline
struct UnmadeRows {
    /// The labels of those that wait.
    @usableFromInline var waiting = LabelRanges()

    /// For each element that is being made, the number of the order for it. What comes for another order is out of
    /// date.
    @usableFromInline var orders: [UInt64: UInt64] = [:]
    @usableFromInline var lastOrder: UInt64 = 0

    @usableFromInline
    init() {}

    /// Whether none of these elements waits, nor is being made so that it is not out of date.
    @export(implementation)
    mutating func isEmpty<Element>(in elements: Tree<UInt64, Element>) -> Bool {
        orders.isEmpty && waiting.first(atOrAfter: 0, of: elements) == nil
    }

    /// Has all elements made, whatever has been ordered before. O(1).
    @usableFromInline
    mutating func requireAll() {
        orders.removeAll()
        waiting = .all
    }

    /// Has elements made, given by ascending labels, whatever has been ordered for these before. O(k) for k elements,
    /// where they are not few beside those that wait already; else O(k log n).
    @usableFromInline
    mutating func require(_ labels: ContiguousArray<UInt64>) {
        waiting.insert(labels)
        // What has been ordered did not wait before.
        for label in Array(orders.keys) where waiting.contains(label) { orders[label] = nil }
    }

    /// Has nothing made for a label any more. Returns whether anything was to come. O(log n).
    @usableFromInline
    mutating func drop(_ label: UInt64) -> Bool {
        let isWaiting = waiting.contains(label)
        if isWaiting { waiting.remove(label, through: label) }
        return orders.removeValue(forKey: label) != nil || isWaiting
    }

    /// Orders the elements that wait nearest to a label, from it on or before it: what follows counts as three times as
    /// near, since a screen shows what follows its first row. The farther away, the more at a time, up to 64: what is in
    /// sight is made by several tasks, and the rest without many turns. O(log n) and what is ordered.
    ///
    /// - Parameter elements: All elements.
    /// - Returns: The labels, which ascend; none if nothing waits.
    @export(implementation)
    mutating func order<Element>(near label: UInt64, in elements: Tree<UInt64, Element>) -> ContiguousArray<UInt64> {
        let place = elements.rank(of: label)
        let after = waiting.first(atOrAfter: label, of: elements).map { $0.position - place } ?? .max / 4
        let before = waiting.last(before: label, of: elements).map { place - $0.position } ?? .max / 4
        let follows = after <= 3 * before
        let count = Swift.max(Self.smallestBatch, Swift.min((follows ? after : before) / 4, 64))
        let labels = follows ? first(count, from: label, elements) : last(count, before: label, elements)
        guard let first = labels.first, let last = labels.last else { return labels }
        waiting.remove(first, through: last)
        lastOrder &+= 1
        for label in labels { orders[label] = lastOrder }
        return labels
    }

    /// The fewest elements that are ordered at a time, if that many wait.
    @usableFromInline static var smallestBatch: Int { 8 }

    /// The labels of the first elements that wait from a label on.
    @export(implementation)
    mutating func first<Element>(
        _ count: Int,
        from label: UInt64,
        _ elements: Tree<UInt64, Element>
    ) -> ContiguousArray<UInt64> {
        var (labels, label) = (ContiguousArray<UInt64>(), label)
        while labels.count < count, let (position, end) = waiting.first(atOrAfter: label, of: elements) {
            let behind = elements.rank(of: end)
            labels += elements.keys(at: position..<Swift.min(behind, position + count - labels.count))
            label = end
        }
        return labels
    }

    /// The labels of the last elements that wait before a label.
    @export(implementation)
    mutating func last<Element>(
        _ count: Int,
        before label: UInt64,
        _ elements: Tree<UInt64, Element>
    ) -> ContiguousArray<UInt64> {
        var (labels, label) = (ContiguousArray<UInt64>(), label)
        while labels.count < count, let (position, start) = waiting.last(before: label, of: elements) {
            let first = Swift.max(elements.rank(of: start), position + 1 - (count - labels.count))
            labels = elements.keys(at: first..<(position + 1)) + labels
            label = start
        }
        return labels
    }

    /// Notes that something has been made. Returns whether it is what was ordered last. O(1).
    @usableFromInline
    mutating func finish(_ label: UInt64, _ number: UInt64) -> Bool {
        guard orders[label] == number else { return false }
        orders[label] = nil
        return true
    }
}

extension Tree {
    /// The keys at positions, which must exist. O(log n + their number).
    @export(implementation)
    func keys(at positions: Range<Int>) -> ContiguousArray<Key> {
        var (keys, entries) = (ContiguousArray<Key>(), iterator(from: positions.lowerBound))
        keys.reserveCapacity(positions.count)
        while keys.count < positions.count, entries.advances() { keys.append(entries.place.pointee.key) }
        return keys
    }
}

/// What has been made for an order.
@usableFromInline
struct MadeProduct<Product> {
    @usableFromInline let label: UInt64
    @usableFromInline let number: UInt64
    @usableFromInline let product: Product

    @export(implementation)
    init(label: UInt64, number: UInt64, product: Product) {
        (self.label, self.number, self.product) = (label, number, product)
    }
}

extension MadeProduct: Sendable where Product: Sendable {}
