import MillraceBase
import MillraceSignals

/// An entry of the identity index: the hash of an identity, with the label of its element.
@usableFromInline
package struct HashedLabel: Comparable, Sendable {
    @usableFromInline let hash: Int
    @usableFromInline let label: UInt64

    @export(implementation)
    init(_ hash: Int, _ label: UInt64) {
        self.hash = hash
        self.label = label
    }

    @export(implementation)
    package static func < (left: HashedLabel, right: HashedLabel) -> Bool {
        left.hash == right.hash ? left.label < right.label : left.hash < right.hash
    }
}

extension Table {
    /// The label of the element with an identity. O(log n).
    @export(implementation)
    func label(of id: Element.ID) -> UInt64? {
        if elements.tree.isFlat {
            guard let leaf = elements.tree.root else { return nil }
            for entry in 0..<leaf.occupancy where leaf.start[entry].value.id == id { return leaf.start[entry].key }
            return nil
        }
        let hash = id.hashValue
        var wanted = HashedLabel(hash, 0)
        while let found = index.firstKey(atOrAfter: wanted), found.hash == hash {
            if let entry = elements.tree.entry(of: found.label), entry.pointee.value.id == id {
                return found.label
            }
            wanted = HashedLabel(hash, found.label + 1)
        }
        return nil
    }

    /// Builds the index, if there is more than one leaf.
    @export(implementation)
    mutating func makeIndex() {
        var labels: ContiguousArray<HashedLabel> = []
        labels.reserveCapacity(elements.count)
        var iterator = elements.tree.makeIterator()
        while let entry = iterator.next() { labels.append(HashedLabel(entry.value.id.hashValue, entry.key)) }
        labels.sort()
        index = Tree(ascending: ContiguousArray(labels.map { .init($0, ()) }), sizes: elements.tree.sizes)
    }

    /// An identity that more than one element has; nil if there is none.
    @export(implementation) var repeatedIdentity: Element.ID? {
        if index.count > 0, !hasRepeatedHash { return nil }
        var seen: Set<Element.ID> = []
        return elements.first { !seen.insert($0.id).inserted }?.id
    }

    @export(implementation) var hasRepeatedHash: Bool {
        var last: Int?
        for entry in index {
            if entry.key.hash == last { return true }
            last = entry.key.hash
        }
        return false
    }

    /// Inserts an element whose identity is not in the table at a position.
    @export(implementation)
    mutating func insertNew(_ element: Element, at position: Int) {
        if elements.tree.isFlat {
            elements.insert(element, at: position)
            if !elements.tree.isFlat { makeIndex() }
            return
        }
        let hash = element.id.hashValue
        // Taken out, since the index and the elements are changed together.
        var index = exchange(&self.index, with: Tree(sizes: elements.tree.sizes))
        let label = elements.insert(element, at: position) { relabellings in
            // All old ones first: of two elements with one hash, one may get the label that the other had.
            for one in relabellings { index.remove(HashedLabel(one.element.id.hashValue, one.old)) }
            for one in relabellings { index.insert((), for: HashedLabel(one.element.id.hashValue, one.new)) }
        }
        index.insert((), for: HashedLabel(hash, label))
        // Spreading labels can merge sparse leaves into one, which has no index.
        if !elements.tree.isFlat { self.index = index }
    }

    /// Removes the label of an element from the index.
    @export(implementation)
    mutating func forget(_ id: Element.ID, _ label: UInt64) {
        guard index.count > 0 else { return }
        if elements.tree.isFlat {
            index = Tree(sizes: elements.tree.sizes)
        } else {
            index.remove(HashedLabel(id.hashValue, label))
        }
    }
}

/// Traps if an element has changed its identity.
@export(implementation)
@inline(__always)
func requireSameIdentity<ID: Equatable>(
    _ old: ID,
    _ new: ID,
    _ file: StaticString = #fileID,
    _ line: UInt = #line
) {
    if old != new { stopIdentity(old, new, file, line) }
}

@usableFromInline
@inline(never)
func stopIdentity<ID>(_ old: ID, _ new: ID, _ file: StaticString, _ line: UInt) -> Never {
    stop(
        """
        Table.subscript: the element of identity \(old) was given the identity \(new). \
        To fix: an element keeps its identity; remove it, and insert the other one.
        """,
        file: file,
        line: line
    )
}

@usableFromInline
@inline(never)
func stopRepeated<ID>(_ id: ID, _ name: StaticString, _ file: StaticString, _ line: UInt) -> Never {
    stop(
        """
        \(name): there is more than one element of the identity \(id). \
        To fix: identities in a table are unique; use updateOrAppend(_:), or Table(_:uniquingIDsWith:).
        """,
        file: file,
        line: line
    )
}
