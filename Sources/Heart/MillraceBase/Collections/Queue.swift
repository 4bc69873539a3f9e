/// A first-in, first-out queue. Adding is O(1), removing amortised O(1). Inlinable, so that it is specialised for the
/// user's types: an unspecialised queue takes twenty times as long.
@usableFromInline
package struct Queue<Element> {
    @usableFromInline var added: [Element] = []

    /// The elements to be removed next, in reverse order.
    @usableFromInline var leaving: [Element] = []

    @usableFromInline package var count = 0

    @inlinable
    package init() {}

    @inlinable package var isEmpty: Bool { count == 0 }

    /// The element to be removed next. O(1).
    @inlinable package var first: Element? { leaving.last ?? added.first }

    /// All elements, in order. O(n).
    @inlinable package var elements: [Element] { leaving.reversed() + added }

    @inlinable
    package mutating func append(_ element: Element) {
        added.append(element)
        count += 1
    }

    /// Adds an element to be removed before all others.
    @inlinable
    package mutating func prepend(_ element: Element) {
        leaving.append(element)
        count += 1
    }

    @inlinable
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
