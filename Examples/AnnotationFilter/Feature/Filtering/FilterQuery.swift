/// The query of a user: the filters that are on, and a text to search for.
///
/// Filters of one group add up: an annotation passes a group when it passes any of the filters that are on in it,
/// or when none is. Groups narrow each other: it must pass them all. The text must occur on its row, whatever the case
/// and the diacritics of either, and its date must lie within the dates.
public struct FilterQuery: Equatable, Codable, Sendable {
    /// The filters that are on.
    public var active: Set<Filter>
    /// The text that the contents must contain. Surrounding blanks are ignored; an empty text matches everything.
    public var search: String
    /// The days on which it was last changed, or else made; nil for any, also for none.
    public var dates: DateRange?
    /// Whether replies are left out, so that only the first annotation of each thread is shown.
    public var hidesReplies = false

    /// Makes a query; without arguments the one that leaves everything.
    public init(active: Set<Filter> = [], search: String = "", dates: DateRange? = nil) {
        self.active = active
        self.search = search
        self.dates = dates
    }

    /// Whether the query leaves everything.
    public var isEmpty: Bool {
        active.isEmpty && !search.contains { !$0.isWhitespace } && dates == nil && !hidesReplies
    }

    /// Whether an annotation passes the dates and the rule for replies.
    func admits(_ annotation: Annotation) -> Bool {
        if hidesReplies, annotation.answer != nil { return false }
        return dates?.contains(annotation.date) ?? true
    }

    /// Switches a filter on, or off if it was on.
    public mutating func toggle(_ filter: Filter) {
        if active.remove(filter) == nil { active.insert(filter) }
    }
}
