import MillraceSignals

/// What is still to be made: elements that wait, by their labels, and those for which somebody makes something already.
@usableFromInline
struct UnmadeRows<Element> {
    /// The elements that wait.
    @usableFromInline var waiting = Tree<UInt64, Element>()

    /// For each element that is being made, the number of the order for it. What comes for another order is out of
    /// date.
    @usableFromInline var orders: [UInt64: UInt64] = [:]
    @usableFromInline var lastOrder: UInt64 = 0

    @export(implementation)
    init() {}

    /// Whether nothing waits, nor is being made that is not out of date.
    @export(implementation) var isEmpty: Bool { waiting.count == 0 && orders.isEmpty }

    /// Has all elements of a tree made, whatever has been ordered before. O(1): the tree is shared.
    @export(implementation)
    mutating func requireAll(_ elements: Tree<UInt64, Element>) {
        orders.removeAll()
        letGoLater(exchange(&waiting, with: elements))
    }

    /// Has an element made, whatever has been ordered for its label before. O(log n).
    @export(implementation)
    mutating func require(_ element: Element, for label: UInt64) {
        orders[label] = nil
        guard waiting.contains(label) else { return waiting.insert(element, for: label) }
        release(waiting.update(label) { exchange(&$0, with: element) })
    }

    /// Has several elements made, given by ascending labels, whatever has been ordered for these before. O(k) for k
    /// elements, where they are not few beside those that wait already; else O(k log n).
    @export(implementation)
    mutating func require(_ elements: ContiguousArray<TreeEntry<UInt64, Element>>) {
        if elements.count < 16 || elements.count < waiting.count / 8 {
            for element in elements { require(element.value, for: element.key) }
            return
        }
        var merged = TreeBuilder<UInt64, Element>(sizes: waiting.sizes)
        var former = waiting.makeIterator()
        var next = former.next()
        for element in elements {
            while let entry = next, entry.key < element.key {
                merged.append(entry)
                next = former.next()
            }
            if next?.key == element.key { next = former.next() }
            merged.append(element)
        }
        while let entry = next {
            merged.append(entry)
            next = former.next()
        }
        letGoLater(exchange(&waiting, with: merged.tree()))
        // What has been ordered did not wait before.
        for label in Array(orders.keys) where waiting.contains(label) { orders[label] = nil }
    }

    /// Has nothing made for a label any more. Returns whether anything was to come. O(log n).
    @export(implementation)
    mutating func drop(_ label: UInt64) -> Bool {
        let wasOrdered = orders.removeValue(forKey: label) != nil
        guard waiting.contains(label) else { return wasOrdered }
        release(waiting.remove(label))
        return true
    }

    /// Orders the elements that wait nearest to a label, from it on or before it: what follows counts as three times as
    /// near, since a screen shows what follows its first row. The farther away, the more at a time, up to 64: what is in
    /// sight is made by several tasks, and the rest without many turns. O(k log n) for k elements.
    ///
    /// - Parameter elements: All elements.
    @export(implementation)
    mutating func order(near label: UInt64, in elements: Tree<UInt64, Element>) -> [RowOrder<Element>] {
        let (rank, place) = (waiting.rank(of: label), elements.rank(of: label))
        func distance(_ position: Int) -> Int {
            guard waiting.count > position, position >= 0 else { return .max / 4 }
            return abs(elements.rank(of: waiting.key(at: position)) - place)
        }
        let (before, after) = (distance(rank - 1), distance(rank))
        let follows = after <= 3 * before
        let count = Swift.max(Self.smallestBatch, Swift.min((follows ? after : before) / 4, 64))
        let end = follows ? Swift.min(rank + count, waiting.count) : rank
        let start = follows ? rank : Swift.max(0, rank - count)
        return order(start..<end)
    }

    /// The fewest elements that are ordered at a time, if that many wait.
    @usableFromInline static var smallestBatch: Int { 8 }

    @export(implementation)
    mutating func order(_ positions: Range<Int>) -> [RowOrder<Element>] {
        var (ordered, entries) = ([RowOrder<Element>](), waiting.iterator(from: positions.lowerBound))
        ordered.reserveCapacity(positions.count)
        lastOrder &+= 1
        while ordered.count < positions.count, let entry = entries.next() {
            ordered.append(RowOrder(label: entry.key, number: lastOrder, element: entry.value))
        }
        for order in ordered {
            waiting.remove(order.label)
            orders[order.label] = order.number
        }
        return ordered
    }

    /// Notes that something has been made. Returns whether it is what was ordered last. O(1).
    @export(implementation)
    mutating func finish(_ label: UInt64, _ number: UInt64) -> Bool {
        guard orders[label] == number else { return false }
        orders[label] = nil
        return true
    }

    /// Releases an element when nothing computes any more.
    @export(implementation)
    func release(_ element: Element) {
        if !_isPOD(Element.self) { letGoLater(element) }
    }
}

/// An order to make something for an element.
@usableFromInline
struct RowOrder<Element> {
    @usableFromInline let label: UInt64
    @usableFromInline let number: UInt64
    @usableFromInline let element: Element

    @export(implementation)
    init(label: UInt64, number: UInt64, element: Element) {
        (self.label, self.number, self.element) = (label, number, element)
    }
}

extension RowOrder: Sendable where Element: Sendable {}

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
