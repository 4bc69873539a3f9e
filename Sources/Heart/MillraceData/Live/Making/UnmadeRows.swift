import MillraceSignals

/// The rows still to be made: the labels of elements that wait, and of those for which somebody makes something
/// already.
///
/// Elements themselves are not kept, nor moved about: those of dozens of fields are dozens of references to count.
@usableFromInline
struct UnmadeRows {
    /// The labels of those that wait.
    @usableFromInline var waiting = LabelRanges()

    /// The orders in the making that are not out of date: one for each task, at most.
    @usableFromInline var orders: [MakingOrder] = []
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
        // An ordered label did not wait before.
        let waiting = waiting
        for index in orders.indices { orders[index].close(where: waiting.contains) }
        orders.removeAll(where: \.isDone)
    }

    /// Has nothing made for a label any more. Returns whether anything was to come. O(log n).
    @usableFromInline
    mutating func drop(_ label: UInt64) -> Bool {
        let isWaiting = waiting.contains(label)
        if isWaiting { waiting.remove(label, through: label) }
        for index in orders.indices where orders[index].close(label) {
            if orders[index].isDone { orders.remove(at: index) }
            return true
        }
        return isWaiting
    }

    /// Orders the elements that wait nearest to a label, from it on or before it: the following elements count as three
    /// times as near, since a screen shows the elements that follow its first row. The elements of its last order that
    /// the task has not made wait again before. O(log n) and the length of the order.
    ///
    /// - Parameters:
    ///   - count: How many are ordered, if that many wait: at most ``MakingOrder/most``.
    ///   - elements: All elements.
    ///   - task: The task that makes them.
    /// - Returns: Nil if nothing waits.
    @export(implementation)
    mutating func order<Element>(
        _ count: Int,
        near label: UInt64,
        in elements: Tree<UInt64, Element>,
        for task: Int
    ) -> MakingOrder? {
        if let last = orders.firstIndex(where: { $0.task == task }) { waiting.insert(orders.remove(at: last).rest) }
        let place = elements.rank(of: label)
        let after = waiting.first(atOrAfter: label, of: elements).map { $0.position - place } ?? .max / 4
        let before = waiting.last(before: label, of: elements).map { place - $0.position } ?? .max / 4
        let follows = after <= 3 * before
        let labels = follows ? first(count, from: label, elements) : last(count, before: label, elements)
        guard let first = labels.first, let last = labels.last else { return nil }
        waiting.remove(first, through: last)
        lastOrder &+= 1
        let order = MakingOrder(lastOrder, task, labels, beginsAtEnd: !follows)
        orders.append(order)
        return order
    }

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

    /// Notes that something has been made. Returns whether it belongs to the last order. O(1).
    @usableFromInline
    mutating func finish(_ label: UInt64, _ number: UInt64) -> Bool {
        guard let index = orders.firstIndex(where: { $0.number == number }) else { return false }
        let isWanted = orders[index].close(label)
        if orders[index].isDone { orders.remove(at: index) }
        return isWanted
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

/// The product of an order.
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
