/// What waits in a row: first in, first out. Adding and taking are O(1), the latter amortised.
@usableFromInline
package struct Queue<Element> {
    private var added: [Element] = []

    /// The first to come is the last here.
    private var leaving: [Element] = []

    @usableFromInline
    package init() {}

    @usableFromInline package var isEmpty: Bool { added.isEmpty && leaving.isEmpty }

    package var first: Element? { leaving.last ?? added.first }

    /// All that wait, in order. O(n).
    package var elements: [Element] { leaving.reversed() + added }

    @usableFromInline
    package mutating func append(_ element: Element) { added.append(element) }

    @usableFromInline
    package mutating func popFirst() -> Element? {
        if leaving.isEmpty {
            added.reverse()
            swap(&added, &leaving)
        }
        return leaving.popLast()
    }
}
