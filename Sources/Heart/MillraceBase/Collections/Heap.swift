/// A binary heap: the least element is at hand, adding and removing take O(log n). Equal elements leave in any order.
///
/// Inlinable, so that it is specialised for the element.
@usableFromInline
package struct Heap<Element: Comparable> {
    /// No element is less than its parent, at half its position.
    @usableFromInline var elements: [Element] = []

    @inlinable
    package init() {}

    @inlinable package var count: Int { elements.count }

    /// The least element. O(1).
    @inlinable package var first: Element? { elements.first }

    @inlinable
    package mutating func insert(_ element: Element) {
        var index = elements.count
        elements.append(element)
        while index > 0, elements[index] < elements[(index - 1) / 2] {
            elements.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes and returns the least element.
    @inlinable
    package mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        sink(from: 0)
        return first
    }

    /// Removes the elements that satisfy a condition. O(n).
    @inlinable
    package mutating func removeAll(where isRemoved: (Element) -> Bool) {
        elements.removeAll(where: isRemoved)
        // From below, so that whatever is below an element is in order when that one sinks.
        for index in elements.indices.reversed() { sink(from: index) }
    }

    @inlinable
    mutating func sink(from start: Int) {
        var index = start
        while 2 * index + 1 < elements.count {
            var child = 2 * index + 1
            if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
            if !(elements[child] < elements[index]) { return }
            elements.swapAt(index, child)
            index = child
        }
    }
}
