import MillraceData
import MillraceViews

/// The calls to a table or collection view of UIKit for changed rows.
///
/// UIKit takes positions as a batch: deletions are positions before it, insertions positions after it, moves pairs of
/// both. `SectionChanges` has them. Calls that UIKit refuses, or was seen to do wrong, are left out here: a row that is
/// moved and reloaded, and sections that move while rows come and go.
enum ListBatch: Equatable {
    /// Nothing: only the title has changed.
    case nothing
    /// To show all rows again.
    case reload
    /// To apply the changes in a batch, and then to configure modified rows again, at their new positions, and to
    /// reload the sections of which a header or footer has changed.
    case update(SectionChanges)

    /// - Parameters:
    ///   - changes: The changes; nil if everything is to be shown again.
    ///   - isOnScreen: Whether anybody sees the list. One that nobody sees would lay out for nothing, and is reloaded.
    init(_ changes: SectionChanges?, isOnScreen: Bool) {
        guard let changes, isOnScreen else {
            self = changes?.isEmpty == true ? .nothing : .reload
            return
        }
        self = changes.isEmpty ? .nothing : changes.mixesMovesOfSections ? .reload : .update(changes)
    }
}

extension SectionChanges {
    /// Whether sections move, and anything else changes.
    fileprivate var mixesMovesOfSections: Bool {
        var others = self
        others.sections.moves = []
        return !sections.moves.isEmpty && !others.isEmpty
    }
}
