import MillraceSignals

/// The changes in rows that themselves hold rows: in the sections of a view, while all of them stayed.
@usableFromInline
package class InnerChanges {
    /// The labels of the changed sections, ascending, each with the end of its part of the changes.
    @usableFromInline let sections: ContiguousArray<(label: UInt64, end: Int)>

    /// The indices of the sections that look different, ascending: in the others, rows only have other labels.
    @usableFromInline let shown: ContiguousArray<Int>

    @usableFromInline
    init(_ sections: ContiguousArray<(label: UInt64, end: Int)>, shown: ContiguousArray<Int>) {
        self.sections = sections
        self.shown = shown
    }

    /// The changes in one of the sections.
    @export(implementation)
    func part(_ index: Int) -> Range<Int> { (index == 0 ? 0 : sections[index - 1].end)..<sections[index].end }
}

/// The rows that have changed in the sections of a view.
///
/// An operator that follows the sections down to the rows takes them from here. So no section is kept as it was before,
/// and its tree is changed in place.
@usableFromInline
final class SectionEdits<Row>: InnerChanges {
    /// The changes of each section by ascending labels, one section after the other.
    @usableFromInline let changes: ContiguousArray<TreeChange<UInt64, Row>>

    @usableFromInline
    init(
        _ sections: ContiguousArray<(label: UInt64, end: Int)>,
        shown: ContiguousArray<Int>,
        _ changes: ContiguousArray<TreeChange<UInt64, Row>>
    ) {
        self.changes = changes
        super.init(sections, shown: shown)
    }

    /// Gives the sections their former rows. O(k log n) for k changes.
    @export(implementation)
    func undo<Group>(in rows: inout Rows<RowSection<Group, Row>>) {
        for index in sections.indices {
            rows.tree.update(sections[index].label) { $0.rows.tree.undo(changes, part(index)) }
        }
    }
}

extension RowChanges {
    /// The changes of sections that have all stayed.
    @export(implementation)
    init<Element>(_ changes: InnerChanges, in rows: Rows<Element>) {
        self.init()
        modifications.reserveCapacity(changes.shown.count)
        var ranks = RankFinder(rows.tree)
        for index in changes.shown {
            let position = ranks.rank(of: changes.sections[index].label)
            modifications.append(Pair(old: position, new: position))
        }
    }
}

extension ContiguousArray {
    /// Whether changes that have led to these rows can be seen: not if rows have only other labels, in the same order.
    ///
    /// - Parameter part: Those to look at. O(k) for k changes where no row leaves or another number enters, otherwise
    ///   O(k log n).
    @export(implementation)
    func show<Row: Identifiable>(
        _ part: Range<Int>,
        in rows: @autoclosure () -> Rows<Row>,
        _ same: Sameness<Row>
    ) -> Bool where Element == TreeChange<UInt64, Row> {
        var (gone, come) = (0, 0)
        for index in part {
            if self[index].old == nil { come += 1 } else if self[index].new == nil { gone += 1 }
        }
        return gone != come || gone == 0 || !RowChanges(self, part, to: rows(), same).isEmpty
    }
}
