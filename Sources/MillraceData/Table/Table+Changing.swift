import MillraceSignals

extension Table {
    /// The element of an identity; nil where there is none. O(log n).
    ///
    /// It is changed in place. Setting nil removes it; setting an element where there is none appends it. The element must
    /// have that identity.
    ///
    /// ```swift
    /// rooms[id: 7]?.name = "Hall"
    /// rooms[id: 7] = nil
    /// ```
    @inlinable
    public subscript(id id: Element.ID) -> Element? {
        get {
            guard let label = label(of: id) else { return nil }
            return elements.tree.value(of: label)
        }
        set {
            if let newValue { requireSameIdentity(id, newValue.id) }
            guard let label = label(of: id) else {
                if let newValue { insertNew(newValue, at: count) }
                return
            }
            if let newValue {
                elements.tree.update(label) { $0 = newValue }
            } else {
                elements.tree.remove(label)
                forget(id, label)
            }
        }
        _modify {
            if let label = label(of: id) {
                var element: Element? = elements.tree.takeOut(label)
                defer {
                    let isGone = element == nil
                    if let element { requireSameIdentity(id, element.id) }
                    elements.tree.putBack(element.take(), for: label)
                    if isGone { forget(id, label) }
                }
                yield &element
            } else {
                var element: Element?
                defer {
                    if let element {
                        requireSameIdentity(id, element.id)
                        insertNew(element, at: count)
                    }
                }
                yield &element
            }
        }
    }

    /// Whether there is an element of an identity. O(log n).
    @inlinable
    public func contains(id: Element.ID) -> Bool { label(of: id) != nil }

    /// The position of the element of an identity; nil where there is none. O(log n).
    @inlinable
    public func index(id: Element.ID) -> Int? { label(of: id).map { elements.tree.rank(of: $0) } }

    /// Adds an element at the end. O(log n).
    ///
    /// An element of this identity that is there already is a precondition failure: see ``updateOrAppend(_:)``.
    @inlinable
    public mutating func append(_ element: Element) { insert(element, at: count) }

    /// Adds elements at the end. O(k log n).
    @inlinable
    public mutating func append(contentsOf added: some Sequence<Element>) {
        if isEmpty {
            self = Table(added, sizes: elements.tree.sizes, spacing: elements.spacing)
        } else {
            for element in added { append(element) }
        }
    }

    /// Puts an element at a position: what stands there, and all that follows, gives way. O(log n).
    ///
    /// - Parameters:
    ///   - element: The element. One of this identity that is there already is a precondition failure.
    ///   - position: Not greater than the number of elements.
    @inlinable
    public mutating func insert(_ element: Element, at position: Int) {
        requirePosition(position, in: count + 1, "Table.insert(_:at:)")
        if label(of: element.id) != nil { reportRepeated(element.id, "Table.insert") }
        insertNew(element, at: position)
    }

    /// Puts an element in the place of that of the same identity, or at the end where there is none. O(log n).
    ///
    /// - Returns: The element that was there.
    @inlinable
    @discardableResult
    public mutating func updateOrAppend(_ element: Element) -> Element? {
        if let label = label(of: element.id) {
            return elements.tree.update(label) { exchange(&$0, with: element) }
        }
        insertNew(element, at: count)
        return nil
    }

    /// Takes out the element of an identity. O(log n).
    ///
    /// - Returns: The element; nil where there was none.
    @inlinable
    @discardableResult
    public mutating func remove(id: Element.ID) -> Element? {
        guard let label = label(of: id) else { return nil }
        let element = elements.tree.remove(label)
        forget(id, label)
        return element
    }

    /// Takes out the element at a position, which must exist. O(log n).
    @inlinable
    @discardableResult
    public mutating func remove(at position: Int) -> Element {
        requirePosition(position, in: count, "Table.remove(at:)")
        let label = elements.tree.key(at: position)
        let element = elements.tree.remove(label)
        forget(element.id, label)
        return element
    }

    /// Takes out all elements. O(1), and the release of what nobody else refers to.
    @inlinable
    public mutating func removeAll() { self = Table(sizes: elements.tree.sizes, spacing: elements.spacing) }

    /// Takes out the elements that satisfy a condition. O(n + k log n) for k of them.
    @inlinable
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

    /// Moves the element of an identity. O(log n).
    ///
    /// - Parameters:
    ///   - id: The identity of an element that is there.
    ///   - position: Where it stands afterwards.
    @inlinable
    public mutating func move(_ id: Element.ID, to position: Int) {
        requirePosition(position, in: count, "Table.move(_:to:)")
        guard let element = self[id: id] else { reportMissing(id) }
        // Left as it is where it stands there already: another label would look like a move.
        if index(id: id) == position { return }
        remove(id: id)
        insertNew(element, at: position)
    }

    /// Puts the elements in another order. O(n log n).
    ///
    /// The sort is stable. What stands as before does not count as moved.
    @inlinable
    public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
        let sorted = try self.elements.sorted(by: areInIncreasingOrder)
        self = Table(rows: Rows(sorted, sizes: elements.tree.sizes, spacing: elements.spacing))
    }
}

@usableFromInline
@inline(never)
func reportMissing<ID>(_ id: ID) -> Never {
    stop(
        """
        Table.move(_:to:): there is no element of the identity \(id). \
        To fix: ask contains(id:) where it may be gone.
        """
    )
}
