import Foundation
import MillraceData
import MillraceViews

/// The calls to a table view of AppKit for changed rows.
///
/// AppKit applies each call at once, also between `beginUpdates` and `endUpdates`, and not as a batch. So rows that go
/// are removed first, by their old positions, then rows that come are inserted, by their new ones. A row that moves
/// goes and comes.
struct FlatChanges: Equatable {
    /// The positions before, of rows that go.
    var removals = IndexSet()

    /// The positions after, of rows that come.
    var insertions = IndexSet()

    /// The positions after, of rows to be drawn again: they stay, and their content has changed.
    var reloads = IndexSet()

    /// - Parameters:
    ///   - changes: The changes.
    ///   - old: The list before.
    ///   - new: The list after.
    /// - Complexity: O(k log k) for k changes.
    init(_ changes: SectionChanges, from old: FlatRows, to new: FlatRows) {
        let sections = changes.sections
        for section in sections.deletions + sections.moves.map(\.old) { removals.insert(old.positions(of: section)) }
        for section in sections.insertions + sections.moves.map(\.new) { insertions.insert(new.positions(of: section)) }
        for path in changes.deletions + changes.moves.map(\.old) { removals.insert(old.position(of: path)) }
        for path in changes.insertions + changes.moves.map(\.new) { insertions.insert(new.position(of: path)) }
        for pair in sections.modifications { changeHeader(pair, from: old, to: new) }
        for pair in changes.modifications { reloads.insert(new.position(of: pair.new)) }
        reloads.subtract(insertions)
    }

    /// A header that comes or goes is a row that does.
    private mutating func changeHeader(_ section: RowChanges.Pair, from old: FlatRows, to new: FlatRows) {
        let (before, after) = (old.positions(of: section.old).lowerBound, new.positions(of: section.new).lowerBound)
        switch (old.hasHeader(section.old), new.hasHeader(section.new)) {
        case (true, true): reloads.insert(after)
        case (true, false): removals.insert(before)
        case (false, true): insertions.insert(after)
        case (false, false): break
        }
    }
}

extension IndexSet {
    fileprivate mutating func insert(_ positions: Range<Int>) {
        if !positions.isEmpty { insert(integersIn: positions) }
    }
}
