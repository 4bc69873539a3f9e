import MillraceBase
import MillraceSignals

extension Rows {
    /// Inserts an element at a position and moves all later ones back by one. O(log n).
    ///
    /// - Parameter relabel: Called with all other elements whose labels change, if there are any.
    /// - Returns: The label of the inserted element.
    @export(implementation)
    @discardableResult
    mutating func insert(
        _ element: Element,
        at position: Int,
        relabel: ([Relabelling<Element>]) -> Void = { _ in }
    ) -> UInt64 {
        let label = label(forPosition: position) ?? makeRoom(at: position, relabel)
        tree.insert(element, for: label)
        return label
    }

    /// A label between those of two neighbours; nil if there is none.
    @export(implementation)
    func label(forPosition position: Int) -> UInt64? {
        spacing.label(
            after: position > 0 ? tree.key(at: position - 1) : nil,
            before: position < tree.count ? tree.key(at: position) : nil
        )
    }

    /// Spreads the labels around a position, and returns one for it.
    @export(implementation)
    @inline(never)
    mutating func makeRoom(at position: Int, _ relabel: ([Relabelling<Element>]) -> Void) -> UInt64 {
        let anchor = tree.key(at: position > 0 ? position - 1 : 0)
        for exponent in 2...spacing.bits {
            let width: UInt64 = 1 << UInt64(exponent)
            let start = anchor & ~(width - 1)
            let first = tree.rank(of: start)
            let count = tree.rank(of: start + width) - first
            guard spacing.isRoomy(exponent: exponent, count: count) else { continue }
            spread(first..<(first + count), from: start, by: width / UInt64(count + 1), relabel)
            if let label = label(forPosition: position) { return label }
        }
        stop("Table.insert: there is no room for more than \(tree.count) elements. To fix: use several tables.")
    }

    @export(implementation)
    mutating func spread(
        _ positions: Range<Int>,
        from start: UInt64,
        by step: UInt64,
        _ relabel: ([Relabelling<Element>]) -> Void
    ) {
        let labels = positions.map { tree.key(at: $0) }
        let relabellings = labels.enumerated().map { index, label in
            Relabelling(old: label, new: start + step * UInt64(index + 1), element: tree.remove(label))
        }
        for relabelling in relabellings { tree.insert(relabelling.element, for: relabelling.new) }
        relabel(relabellings)
    }
}

/// An element that gets another label.
@usableFromInline
struct Relabelling<Element> {
    @usableFromInline let old: UInt64
    @usableFromInline let new: UInt64
    @usableFromInline let element: Element

    @export(implementation)
    init(old: UInt64, new: UInt64, element: Element) { (self.old, self.new, self.element) = (old, new, element) }
}
