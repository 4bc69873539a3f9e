/// A first-in, first-out queue. Adding is O(1), removing amortised O(1).
@usableFromInline
package struct Queue<Element> {
    private var added: [Element] = []

    /// The elements to be removed next, in reverse order.
    private var leaving: [Element] = []

    @usableFromInline package private(set) var count = 0

    @usableFromInline
    package init() {}

    @usableFromInline package var isEmpty: Bool { count == 0 }

    package var first: Element? { leaving.last ?? added.first }

    /// All elements, in order. O(n).
    package var elements: [Element] { leaving.reversed() + added }

    @usableFromInline
    package mutating func append(_ element: Element) {
        added.append(element)
        count += 1
    }

    @usableFromInline
    package mutating func popFirst() -> Element? {
        if leaving.isEmpty {
            if added.isEmpty { return nil }
            added.reverse()
            swap(&added, &leaving)
        }
        count -= 1
        return leaving.popLast()
    }
}
