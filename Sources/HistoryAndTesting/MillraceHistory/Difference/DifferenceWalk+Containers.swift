import MillraceData
import MillraceSignals

/// A container of the standard library, whose elements are accessed without a mirror.
protocol ComparedContainer {
    /// Compares this container with a newer one of the same type.
    func compare<Sink>(with new: Any, in walk: inout DifferenceWalk<Sink>)
}

/// A container whose elements are compared at once, without comparing the whole for equality first.
protocol ComparedList: ComparedContainer {}

extension Array: ComparedList {
    func compare<Sink>(with new: Any, in walk: inout DifferenceWalk<Sink>) {
        guard let new = new as? [Element] else { return walk.replace(self, by: new) }
        walk.compareLists(self, new)
    }
}

extension Dictionary: ComparedContainer {
    func compare<Sink>(with new: Any, in walk: inout DifferenceWalk<Sink>) {
        guard let new = new as? [Key: Value] else { return walk.replace(self, by: new) }
        if !walk.sink.knowsEntries(by: Key.self) {
            if !haveNoDifference(self, new) { walk.replace(self, by: new) }
            return
        }
        walk.compareEntries(self, new) { .key($0) }
    }
}

extension Set: ComparedContainer {
    func compare<Sink>(with new: Any, in walk: inout DifferenceWalk<Sink>) {
        guard let new = new as? Set<Element> else { return walk.replace(self, by: new) }
        let (removed, inserted) = (filter { !new.contains($0) }, new.filter { !contains($0) })
        walk.report(removed, as: .removedMembers) { $0.removed(member: $1, at: $2) }
        walk.report(inserted, as: .insertedMembers) { $0.inserted(member: $1, at: $2) }
    }
}

extension DifferenceWalk {
    mutating func compareEntries<Key: Hashable, Value>(
        _ old: [Key: Value],
        _ new: [Key: Value],
        step: (Key) -> DifferenceStep
    ) {
        let changed = old.filter { key, value in
            new[key].map { !haveSameBits(value, $0) && equality(of: value, $0) != true } ?? true
        }
        let keys = changed.keys + new.keys.filter { old[$0] == nil }
        guard let keys = sink.ordered(keys) else { return sink.counted(keys.count, .entries, at: path) }
        for key in keys {
            switch (old[key], new[key]) {
            case (let old?, let new?): within(step(key)) { $0.compare(old, new) }
            case (let old?, nil): sink.removed(old, of: step(key), at: path)
            case (nil, let new?): sink.inserted(new, of: step(key), at: path)
            case (nil, nil): break
            }
        }
    }

    /// Reports elements of a set, each by itself if they can be ordered.
    fileprivate mutating func report<Element>(
        _ elements: Set<Element>,
        as what: DifferenceCount,
        _ report: (inout Sink, Element, [DifferenceStep]) -> Void
    ) {
        if elements.isEmpty { return }
        guard let sorted = sink.ordered(Array(elements)) else {
            return sink.counted(elements.count, what, at: path)
        }
        for element in sorted { report(&sink, element, path) }
    }

    /// Compares two lists, by identity if their elements have one.
    mutating func compareLists<Element>(
        _ old: [Element],
        _ new: [Element],
        step: (Int) -> DifferenceStep = { .index($0) }
    ) {
        let lists = ListPair(old, new, areSameInside: haveNoDifference)
        if lists.areTheSame { return }
        if let type = Element.self as? any Identifiable.Type {
            compareIdentified(old, new, lists, type)
        } else {
            comparePositions(lists, step)
        }
    }

    private mutating func compareIdentified<Item: Identifiable>(
        _ old: Any,
        _ new: Any,
        _ lists: ListPair,
        _ type: Item.Type
    ) {
        guard let old = old as? [Item], let new = new as? [Item] else { return }
        let knowsRows = sink.knowsRows(of: new)
        guard sink.knowsRows(of: old) == knowsRows else { return replace(old, by: new) }
        guard knowsRows else { return comparePositions(lists) { .index($0) } }
        let (start, oldEnd, newEnd) = (lists.start, lists.oldEnd, lists.newEnd)
        let alignment = ListAlignment(from: Array(old[start..<oldEnd]), to: Array(new[start..<newEnd]))
        sink.beginList()
        for index in alignment.deletions {
            sink.removed(old[start + index], from: start + index, id: old[start + index].id, at: path)
        }
        for index in alignment.insertions {
            sink.inserted(new[start + index], at: start + index, id: new[start + index].id, at: path)
        }
        alignment.forEachPair { pair in
            let (before, after) = (start + pair.old, start + pair.new)
            if !pair.stays, !sink.moved(old[before], new[after], from: before, to: after, id: new[after].id, at: path) {
                return
            }
            guard !lists.areSameAtOnce(before, after) else { return }
            within(.row(after, id: new[after].id)) { $0.compare(old[before], new[after]) }
        }
        sink.endList()
    }

    private mutating func comparePositions(_ lists: ListPair, _ step: (Int) -> DifferenceStep) {
        sink.beginList()
        lists.forEachGap { removed, inserted in
            let changed = min(removed.count, inserted.count)
            for (old, new) in zip(removed, inserted) where !lists.areSameAtOnce(old, new) {
                within(step(new)) { $0.compare(lists.old(old), lists.new(new)) }
            }
            for index in removed.dropFirst(changed) { report(lists.old(index), at: step(index), isNew: false) }
            for index in inserted.dropFirst(changed) { report(lists.new(index), at: step(index), isNew: true) }
        }
        sink.endList()
    }

    private mutating func report(_ element: Any, at step: DifferenceStep, isNew: Bool) {
        switch step {
        case .index(let index) where isNew: sink.inserted(element, at: index, id: nil, at: path)
        case .index(let index): sink.removed(element, from: index, id: nil, at: path)
        default:
            if isNew { sink.inserted(element, of: step, at: path) } else { sink.removed(element, of: step, at: path) }
        }
    }
}
