/// What waits in a row: first in, first out. Adding and taking are O(1), the latter amortised.
@usableFromInline
package struct Queue<Element> {
    private var added: [Element] = []

    /// The first to come is the last here.
    private var leaving: [Element] = []

    @usableFromInline package private(set) var count = 0

    @usableFromInline
    package init() {}

    @usableFromInline package var isEmpty: Bool { count == 0 }

    package var first: Element? { leaving.last ?? added.first }

    /// All that wait, in order. O(n).
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
