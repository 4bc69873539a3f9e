import MillraceData
import MillraceSignals

/// A container of the standard library, whose elements are accessed without a mirror.
protocol ComparedContainer {
    /// Compares this container with a newer one of the same type, or with nil.
    func compare(with new: Any, in walk: inout DifferenceWalk)
}

/// A container whose elements are compared at once, without comparing the whole for equality first.
protocol ComparedList: ComparedContainer {}

extension Array: ComparedList {
    func compare(with new: Any, in walk: inout DifferenceWalk) {
        guard let new = new as? [Element] else { return walk.reportWhole(self, new) }
        walk.compareLists(self, new)
    }
}

extension Dictionary: ComparedContainer {
    func compare(with new: Any, in walk: inout DifferenceWalk) {
        guard let new = new as? [Key: Value] else { return walk.reportWhole(self, new) }
        walk.compareEntries(self, new) { "[\(valueText($0))]" }
    }
}

extension Set: ComparedContainer {
    func compare(with new: Any, in walk: inout DifferenceWalk) {
        guard let new = new as? Set<Element> else { return walk.reportWhole(self, new) }
        walk.report(filter { !new.contains($0) }, as: "removed")
        walk.report(new.filter { !contains($0) }, as: "inserted")
    }
}

extension DifferenceWalk {
    mutating func compareEntries<Key: Hashable, Value>(
        _ old: [Key: Value],
        _ new: [Key: Value],
        place: (Key) -> String
    ) {
        let changed = old.filter { key, value in
            new[key].map { !haveSameBits(value, $0) && equality(of: value, $0) != true } ?? true
        }
        let keys = changed.keys + new.keys.filter { old[$0] == nil }
        guard let keys = inStableOrder(keys) else {
            return report("\(keys.count.grouped) entries inserted, removed or changed")
        }
        for key in keys {
            switch (old[key], new[key]) {
            case (let old?, let new?): within(place(key)) { $0.compare(old, new) }
            case (let old?, nil): report(at: place(key), "removed \(valueText(old))")
            case (nil, let new?): report(at: place(key), "inserted \(valueText(new))")
            case (nil, nil): break
            }
        }
    }

    /// Reports elements of a set, each on a line if they can be ordered.
    mutating func report<Element>(_ elements: Set<Element>, as fate: String) {
        guard let sorted = inStableOrder(Array(elements)) else {
            return report("\(fate) \(elements.count.grouped) elements")
        }
        for element in sorted { report("\(fate) \(valueText(element))") }
    }

    /// Compares two lists, by identity if their elements have one.
    mutating func compareLists<Element>(
        _ old: [Element],
        _ new: [Element],
        place: (Int) -> String = { "[\($0)]" }
    ) {
        let lists = ListPair(old, new, areSameInside: Self.finds(noDifferenceBetween:_:))
        if let type = Element.self as? any Identifiable.Type {
            compareIdentified(old, new, lists, type)
        } else {
            comparePositions(lists, place)
        }
    }

    private mutating func compareIdentified<Item: Identifiable>(
        _ old: Any,
        _ new: Any,
        _ lists: ListPair,
        _ type: Item.Type
    ) {
        guard let old = old as? [Item], let new = new as? [Item] else { return }
        let (start, oldEnd, newEnd) = (lists.start, lists.oldEnd, lists.newEnd)
        let alignment = ListAlignment(from: Array(old[start..<oldEnd]), to: Array(new[start..<newEnd]))
        for index in alignment.deletions {
            reportRemoved(old[start + index], at: start + index)
        }
        for index in alignment.insertions {
            reportInserted(new[start + index], at: start + index)
        }
        for pair in alignment.pairs {
            let (before, after) = (start + pair.old, start + pair.new)
            if !pair.stays {
                let name = Item.ID.self == ObjectIdentifier.self ? "" : " (id \(valueText(new[after].id)))"
                report(at: "[\(before)]", "moved to [\(after)]\(name)")
            }
            guard !lists.areSameAtOnce(before, after) else { continue }
            within("[\(after)]") { $0.compare(old[before], new[after]) }
        }
    }

    /// Reports an element by its old index.
    mutating func reportRemoved(_ element: Any, at index: Int) {
        report(at: "[\(index)]", "removed \(valueText(element))")
    }

    /// Reports an element by its new index.
    mutating func reportInserted(_ element: Any, at index: Int) {
        report(at: "[\(index)]", "inserted \(valueText(element))")
    }

    private mutating func comparePositions(_ lists: ListPair, _ place: (Int) -> String) {
        lists.forEachGap { removed, inserted in
            let changed = min(removed.count, inserted.count)
            for (old, new) in zip(removed, inserted) where !lists.areSameAtOnce(old, new) {
                within(place(new)) { $0.compare(lists.old(old), lists.new(new)) }
            }
            for index in removed.dropFirst(changed) {
                report(at: place(index), "removed \(valueText(lists.old(index)))")
            }
            for index in inserted.dropFirst(changed) {
                report(at: place(index), "inserted \(valueText(lists.new(index)))")
            }
        }
    }
}

/// Returns the elements in an order that does not depend on the process; nil if that would take too long.
private func inStableOrder<Element>(_ elements: [Element]) -> [Element]? {
    func open<Key: Comparable>(_ type: Key.Type) -> Any? { (elements as? [Key])?.sorted() }
    if let type = Element.self as? any Comparable.Type, let sorted = open(type) as? [Element] { return sorted }
    guard elements.count <= 1_000 else { return nil }
    return elements.map { (element: $0, text: valueText($0)) }.sorted { $0.text < $1.text }.map(\.element)
}
