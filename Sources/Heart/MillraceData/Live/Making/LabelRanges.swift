/// A set of labels that is kept as ranges of them: all labels are one range, however many elements there are.
///
/// A label of which there is no element may be in it or not: it means nothing.
@usableFromInline
struct LabelRanges {
    /// The ends of the ranges by their beginnings. No two of them overlap.
    @usableFromInline var ends = Tree<UInt64, UInt64>()

    @usableFromInline
    init() {}

    /// All labels.
    @usableFromInline static var all: LabelRanges {
        var ranges = LabelRanges()
        ranges.ends.insert(1 << 63, for: 0)
        return ranges
    }

    @usableFromInline var isEmpty: Bool { ends.count == 0 }

    /// O(log n).
    @usableFromInline
    func contains(_ label: UInt64) -> Bool {
        let behind = ends.rank(of: label + 1)
        return behind > 0 && label < ends[behind - 1]
    }

    /// O(log n).
    @usableFromInline
    mutating func insert(_ label: UInt64) {
        if !contains(label) { ends.insert(label + 1, for: label) }
    }

    /// Inserts ascending labels. O(k) for k labels, where these are not few beside the ranges; else O(k log n).
    @usableFromInline
    mutating func insert(_ labels: ContiguousArray<UInt64>) {
        if labels.count < 16 || labels.count < ends.count / 8 {
            for label in labels { insert(label) }
            return
        }
        var (merged, end) = (TreeBuilder<UInt64, UInt64>(sizes: ends.sizes), UInt64(0))
        var former = ends.makeIterator()
        var next = former.next()
        for label in labels {
            while let range = next, range.key <= label {
                merged.append(range)
                (end, next) = (range.value, former.next())
            }
            guard label >= end else { continue }
            end = label + 1
            merged.append(.init(label, end))
        }
        while let range = next {
            merged.append(range)
            next = former.next()
        }
        ends = merged.tree()
    }

    /// Removes all labels from one to another, with both. O(k log n) for k ranges that are touched.
    @usableFromInline
    mutating func remove(_ first: UInt64, through last: UInt64) {
        let behind = ends.rank(of: first)
        if behind > 0, case let end = ends[behind - 1], end > first {
            ends.update(at: behind - 1) { $0 = first }
            if end > last + 1 { return ends.insert(end, for: last + 1) }
        }
        while let start = ends.firstKey(atOrAfter: first), start <= last {
            let end = ends.remove(start)
            if end > last + 1 { return ends.insert(end, for: last + 1) }
        }
    }
}

// MARK: - Elements

extension LabelRanges {
    /// The position of the first of these elements at or behind a label whose label is in the set, and the end of its
    /// range. O(log n). Ranges without an element are forgotten on the way.
    @export(implementation)
    mutating func first<Element>(
        atOrAfter label: UInt64,
        of elements: Tree<UInt64, Element>
    ) -> (position: Int, end: UInt64)? {
        var index = ends.rank(of: label + 1)
        if index > 0, label < ends[index - 1] { index -= 1 }
        while index < ends.count {
            let (start, end) = (ends.key(at: index), ends[index])
            let position = elements.rank(of: Swift.max(start, label))
            if position < elements.count, elements.key(at: position) < end { return (position, end) }
            if start < label { index += 1 } else { ends.remove(start) }
        }
        return nil
    }

    /// The position of the last of these elements before a label whose label is in the set, and the beginning of its
    /// range. O(log n). Ranges without an element are forgotten on the way.
    @export(implementation)
    mutating func last<Element>(
        before label: UInt64,
        of elements: Tree<UInt64, Element>
    ) -> (position: Int, start: UInt64)? {
        var index = ends.rank(of: label)
        while index > 0 {
            index -= 1
            let (start, end) = (ends.key(at: index), ends[index])
            let position = elements.rank(of: Swift.min(end, label)) - 1
            if position >= 0, elements.key(at: position) >= start { return (position, start) }
            if end <= label { ends.remove(start) }
        }
        return nil
    }

    /// How many of these elements have a label in the set, but for those beyond a number. O(most log n).
    @export(implementation)
    mutating func count<Element>(atMost most: Int, of elements: Tree<UInt64, Element>) -> Int {
        var (count, label) = (0, UInt64(0))
        while count < most, let (position, end) = first(atOrAfter: label, of: elements) {
            count += elements.rank(of: end) - position
            label = end
        }
        return Swift.min(count, most)
    }
}
