import Foundation
import Millrace
import MillraceTerminal

/// The query of a user: the filters that are on, and a text to search for.
///
/// Filters of one group add up: an annotation passes a group when it passes any of the filters that are on in it,
/// or when none is. Groups narrow each other: it must pass them all. The text must occur on its row, whatever the case
/// and the diacritics of either, and its date must lie within the dates.
public struct FilterQuery: Equatable, Codable, Sendable {
    /// The filters that are on.
    public var active: Set<Filter> = []
    /// The text that the contents must contain. Surrounding blanks are ignored; an empty text matches everything.
    public var search = ""
    /// The days on which it was last changed, or else made; nil for any, also for none.
    public var dates: DateRange?
    /// Whether replies are left out, so that only the first annotation of each thread is shown.
    public var hidesReplies = false

    /// Whether the query leaves everything.
    public var isEmpty: Bool {
        active.isEmpty && !search.contains { !$0.isWhitespace } && dates == nil && !hidesReplies
    }

    /// Switches a filter on, or off if it was on.
    public mutating func toggle(_ filter: Filter) {
        if active.remove(filter) == nil { active.insert(filter) }
    }
}

extension FilterQuery {
    /// Leaves out the filters that a sheet does not have.
    mutating func keep(to index: FilterIndex) { active = Set(active.compactMap { index.known($0) }) }

    /// The query without its filters: what has to be asked of the annotations themselves.
    var withoutFilters: FilterQuery {
        var query = self
        query.active = []
        return query
    }

    /// Whether an annotation passes all but the filters, made ready to be asked of many. Cost of each: O(length of its
    /// text).
    var admission: (SheetThread.Row) -> Bool {
        if withoutFilters.isEmpty { return { _ in true } }
        let sought = Array(search.oneLine.trimmingCharacters(in: .whitespaces).foldedForSearch.utf8)
        let (days, hidesReplies) = (dates?.bounds, hidesReplies)
        return { row in
            if hidesReplies, row.annotation.answer != nil { return false }
            if let days, row.annotation.date?.day.map(days.contains) != true { return false }
            return sought.isEmpty || row.folded.contains(sought)
        }
    }
}
