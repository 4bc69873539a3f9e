import MillraceBase
import MillraceSignals

extension Table {
    /// The element with an identity; nil if there is none. O(log n).
    ///
    /// It is changed in place. Setting nil removes the element; setting an element whose identity is not in the table
    /// appends it. That the element has the given identity is a precondition.
    ///
    /// ```swift
    /// rooms[id: 7]?.name = "Hall"
    /// rooms[id: 7] = nil
    /// ```
    @export(implementation)
    public subscript(id id: Element.ID, file: StaticString = #fileID, line: UInt = #line) -> Element? {
        get {
            guard let label = label(of: id) else { return nil }
            return elements.tree.value(of: label)
        }
        _modify {
            if let label = label(of: id) {
                let place = elements.tree.ownEntry(of: label)
                var element: Element? = place.takeValue()
                defer {
                    let isGone = element == nil
                    if let element { requireSameIdentity(id, element.id, file, line) }
                    elements.tree.putBack(element.take(), for: label, at: place)
                    if isGone { forget(id, label) }
                }
                yield &element
            } else {
                var element: Element?
                defer {
                    if let element {
                        requireSameIdentity(id, element.id, file, line)
                        insertNew(element, at: count)
                    }
                }
                yield &element
            }
        }
    }

    /// Whether there is an element with an identity. O(log n).
    @export(implementation)
    public func contains(id: Element.ID) -> Bool { label(of: id) != nil }

    /// The position of the element with an identity; nil if there is none. O(log n).
    @export(implementation)
    public func index(id: Element.ID) -> Int? { label(of: id).map { elements.tree.rank(of: $0) } }

    /// Appends an element. O(log n).
    ///
    /// That its identity is not in the table yet is a precondition: see ``updateOrAppend(_:)``.
    @export(implementation)
    public mutating func append(_ element: Element, file: StaticString = #fileID, line: UInt = #line) {
        insert(element, at: count, file: file, line: line)
    }

    /// Appends elements. O(k log n) for k elements.
    @export(implementation)
    public mutating func append(
        contentsOf added: some Sequence<Element>,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        if isEmpty {
            self = Table(added, sizes: elements.tree.sizes, spacing: elements.spacing, file: file, line: line)
        } else {
            for element in added { append(element, file: file, line: line) }
        }
    }

    /// Inserts an element at a position and moves all later ones back by one. O(log n).
    ///
    /// - Parameters:
    ///   - element: The element. That its identity is not in the table yet is a precondition.
    ///   - position: At most the number of elements.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    @export(implementation)
    public mutating func insert(
        _ element: Element,
        at position: Int,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        if position < 0 || position > count { stopInsertion(position, count, file, line) }
        if label(of: element.id) != nil { stopRepeated(element.id, "Table.insert", file, line) }
        insertNew(element, at: position)
    }

    /// Replaces the element with the same identity, or appends the element if there is none. O(log n).
    ///
    /// - Returns: The element that was replaced; nil if there was none.
    @export(implementation)
    @discardableResult
    public mutating func updateOrAppend(_ element: Element) -> Element? { updateOrInsert(element, at: count) }

    /// Replaces the element with the same identity, or inserts the element at a position if there is none. O(log n).
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - position: Where to insert it: at most the number of elements.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    /// - Returns: The element that was replaced; nil if there was none.
    @export(implementation)
    @discardableResult
    public mutating func updateOrInsert(
        _ element: Element,
        at position: Int,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Element? {
        if let label = label(of: element.id) {
            return elements.tree.update(label) { exchange(&$0, with: element) }
        }
        if position < 0 || position > count { stopInsertion(position, count, file, line) }
        insertNew(element, at: position)
        return nil
    }

    /// Removes the element with an identity. O(log n).
    ///
    /// - Returns: The removed element; nil if there was none.
    @export(implementation)
    @discardableResult
    public mutating func remove(id: Element.ID) -> Element? {
        guard let label = label(of: id) else { return nil }
        let element = elements.tree.remove(label)
        forget(id, label)
        return element
    }

    /// Removes the element at a position, which must exist. O(log n).
    @export(implementation)
    @discardableResult
    public mutating func remove(at position: Int, file: StaticString = #fileID, line: UInt = #line) -> Element {
        requirePosition(position, in: count, "Table.remove(at:)", file, line)
        let label = elements.tree.key(at: position)
        let element = elements.tree.remove(label)
        forget(element.id, label)
        return element
    }

    /// Removes all elements. O(1), plus the release of nodes that nothing else refers to.
    @export(implementation)
    public mutating func removeAll() { self = Table(sizes: elements.tree.sizes, spacing: elements.spacing) }

    /// Removes the elements that satisfy a condition. O(n + k log n) for k removed elements.
    @export(implementation)
    public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
        var removed: [(label: UInt64, id: Element.ID)] = []
        for entry in elements.tree where try shouldBeRemoved(entry.value) {
            removed.append((entry.key, entry.value.id))
        }
        for (label, id) in removed {
            elements.tree.remove(label)
            forget(id, label)
        }
    }

    /// Moves the element with an identity. O(log n).
    ///
    /// - Parameters:
    ///   - id: The identity of an element of the table.
    ///   - position: The position of the element afterwards.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    @export(implementation)
    public mutating func move(
        _ id: Element.ID,
        to position: Int,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        requirePosition(position, in: count, "Table.move(_:to:)", file, line)
        guard let element = self[id: id] else {
            stop(
                """
                Table.move(_:to:): there is no element of the identity \(id). \
                To fix: ask contains(id:) where it may be gone.
                """,
                file: file,
                line: line
            )
        }
        // An element that is there already keeps its label: another label would look like a move.
        if index(id: id) == position { return }
        remove(id: id)
        insertNew(element, at: position)
    }

    /// Sorts the elements. O(n log n).
    ///
    /// The sort is stable. Elements that keep their relative order do not count as moved.
    @export(implementation)
    public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
        let sorted = try self.elements.sorted(by: areInIncreasingOrder)
        self = Table(rows: Rows(sorted, sizes: elements.tree.sizes, spacing: elements.spacing))
    }
}

@usableFromInline
@inline(never)
func stopInsertion(_ position: Int, _ count: Int, _ file: StaticString, _ line: UInt) -> Never {
    stop(
        """
        Table.insert(_:at:): the position is \(position), and there are \(count) elements. \
        To fix: insert at a position from 0 to count; append(_:) inserts at the end.
        """,
        file: file,
        line: line
    )
}
