import MillraceData

extension ListModel {
    /// The changes that lead from another list to this one, as one batch, with as few moves as possible.
    ///
    /// They say where something has changed, and not to what: this list has that. The title is not among them.
    ///
    /// **Batch.** The parts have the meaning of UIKit's `performBatchUpdates`: deletions and the old ends of moves are
    /// positions before the batch, insertions and the new ends of moves are positions after it.
    /// - A deleted section includes its rows, and so does an inserted one; no row is listed for either. A row that
    ///   leaves a deleted section or enters an inserted one is therefore deleted or inserted, not moved: UIKit refuses
    ///   such moves.
    /// - A moved section includes its rows; rows are listed as moved only if their order within it changed.
    /// - A row that goes from one remaining section to another is a move.
    /// - A modification has the old position, to reload within the batch, and the new one, to reconfigure after it. A
    ///   row that is both moved and modified must be reconfigured: UIKit refuses to reload and move one row in one
    ///   batch.
    /// - A modified section has a changed header or footer; its rows are listed separately.
    ///
    /// **Identity.** Sections are identified by their `id`, rows by theirs throughout the list. If identities repeat,
    /// rows are paired within their section first: from both ends while these agree; then, if one list is the other
    /// with some rows left out, in order; then, if a few rows are elsewhere, so that as many as possible stay; otherwise
    /// the k-th occurrence with the k-th. The rest is paired across sections, the k-th with the k-th.
    ///
    /// **Cost.** O(n) expected for n rows, O(n log n) if many were reordered. Equal lists that share their storage
    /// cost O(1). If only the content of rows changed, a filter hid or showed some, or a few moved, rows are only
    /// compared. The algorithms are a shortest edit script (Myers 1986), and for many moves an identity map (Heckel
    /// 1978) and a longest ascending subsequence (Fredman 1975) per section.
    @export(implementation)
    public func changes(from old: ListModel) -> SectionChanges {
        let (before, after) = (old.sections, sections)
        if before.sharesStorage(with: after) { return SectionChanges() }
        let alignment = ListAlignment(from: before, to: after)
        var comparison = SectionComparison()
        alignment.forEachPair { pair in
            let rows = rowChanges(from: before[pair.old].rows, to: after[pair.new].rows)
            comparison.add(rows, in: RowChanges.Pair(old: pair.old, new: pair.new))
        }
        var changes = comparison.changes(old: { old[$0] }, new: { self[$0] }, rowSameness())
        changes.sections = RowChanges(alignment) {
            before[$0].header != after[$1].header || before[$0].footer != after[$1].footer
        }
        return changes
    }
}

/// Compares the bits of two rows before their strings: most rows are copies of those before.
@export(implementation)
func rowSameness<Row: Equatable>() -> Sameness<Row> { Sameness(==) }

/// The changes from one list of rows to another.
@export(implementation)
@inline(never)
func rowChanges<Row: Identifiable & Equatable>(from old: [Row], to new: [Row]) -> RowChanges {
    if old.sharesStorage(with: new) { return RowChanges() }
    let sameness: Sameness<Row> = rowSameness()
    return old.withUnsafeBufferPointer { before in
        new.withUnsafeBufferPointer { after in
            // Rows are compared where they stand: a row that is taken out of a list is copied.
            func differ(_ oldRow: Int, _ newRow: Int) -> Bool {
                guard let before = before.baseAddress, let after = after.baseAddress else { return false }
                return !sameness(at: before + oldRow, after + newRow)
            }
            // Equal rows at the beginning need not be paired by identity.
            let limit = min(old.count, new.count)
            let beginning = (0..<limit).first { differ($0, $0) } ?? limit
            if beginning == old.count, beginning == new.count { return RowChanges() }
            return RowChanges(ListAlignment(from: old, to: new, after: beginning), differ: differ)
        }
    }
}

extension Array {
    /// Whether two arrays are copies of one, so that they are equal. O(1).
    @export(implementation)
    func sharesStorage(with other: [Element]) -> Bool {
        withUnsafeBufferPointer { own in other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress } }
    }
}
