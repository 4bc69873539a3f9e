import MillraceSignals

/// Two lists that are compared element by element, whatever their types.
///
/// A common beginning and end are skipped from the start: the rest is `start..<oldEnd` of the old list and
/// `start..<newEnd` of the new one.
struct ListPair {
    let old: (Int) -> Any
    let new: (Int) -> Any
    let start: Int
    let oldEnd: Int
    let newEnd: Int
    /// Returns whether two elements are equal if that is fast to determine; otherwise false.
    let areSameAtOnce: (_ old: Int, _ new: Int) -> Bool
    private let areEquatable: Bool

    /// Whether two elements that cannot be compared at once are the same.
    private let areSameInside: (_ old: Any, _ new: Any) -> Bool

    init<Element>(
        _ old: [Element],
        _ new: [Element],
        areSameInside: @escaping (_ old: Any, _ new: Any) -> Bool
    ) {
        self.areSameInside = areSameInside
        self.old = { old[$0] }
        self.new = { new[$0] }
        let equal = (Element.self as? any Equatable.Type).flatMap { elementEquality(of: old, new, $0) }
        let areSameAtOnce = equal ?? { haveSameBits(old[$0], new[$1]) }
        let limit = min(old.count, new.count)
        var (start, end) = (shareStorage(old, new) ? limit : 0, 0)
        while start < limit, areSameAtOnce(start, start) { start += 1 }
        while end < limit - start, areSameAtOnce(old.count - end - 1, new.count - end - 1) { end += 1 }
        (self.start, oldEnd, newEnd) = (start, old.count - end, new.count - end)
        (self.areSameAtOnce, areEquatable) = (areSameAtOnce, equal != nil)
    }

    /// Whether no elements are left to compare.
    var areTheSame: Bool { start == oldEnd && start == newEnd }

    private func areSame(_ oldIndex: Int, _ newIndex: Int) -> Bool {
        areSameAtOnce(oldIndex, newIndex)
            || !areEquatable && areSameInside(old(oldIndex), new(newIndex))
    }

    /// Calls `body` with the indices of both lists between equal elements, in order.
    ///
    /// The equal elements are those that a shortest edit script keeps. If the lists are too long for that, there is one
    /// gap.
    func forEachGap(_ body: (_ removed: Range<Int>, _ inserted: Range<Int>) -> Void) {
        let limit = min(oldEnd, newEnd)
        var start = start
        while start < limit, areSame(start, start) { start += 1 }
        var ending = 0
        while ending < limit - start, areSame(oldEnd - ending - 1, newEnd - ending - 1) { ending += 1 }

        let ends = (old: oldEnd - ending, new: newEnd - ending)
        let comparisons = areEquatable ? 4_000_000 : 10_000
        let kept = keptPairs(from: start..<ends.old, to: start..<ends.new, comparisons: comparisons, areSame) ?? []
        var (old, new) = (start, start)
        for pair in kept + [ends] {
            if old < pair.old || new < pair.new { body(old..<pair.old, new..<pair.new) }
            (old, new) = (pair.old + 1, pair.new + 1)
        }
    }
}

/// Returns a comparison of two elements.
private func elementEquality<Element: Equatable>(
    of old: Any,
    _ new: Any,
    _ type: Element.Type
) -> ((Int, Int) -> Bool)? {
    guard let old = old as? [Element], let new = new as? [Element] else { return nil }
    return { old[$0] == new[$1] }
}
