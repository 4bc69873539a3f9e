/// What a user asks to see: filters that are on, and a text to search for.
///
/// Filters of one group add up: an annotation passes a group when it passes any of the filters that are on in it,
/// or when none is. Groups narrow each other: it must pass them all. The text must occur in its contents, whatever
/// the case and the diacritics of either.
public struct FilterQuery: Equatable, Codable, Sendable {
    /// The filters that are on.
    public var active: Set<Filter>
    /// What must occur in the contents. Blanks around it do not count; nothing else means everything.
    public var search: String

    /// A query; without arguments the one that leaves everything.
    public init(active: Set<Filter> = [], search: String = "") {
        self.active = active
        self.search = search
    }

    /// Whether the query leaves everything.
    public var isEmpty: Bool { active.isEmpty && !search.contains { !$0.isWhitespace } }

    /// Switches a filter on, or off where it was on.
    public mutating func toggle(_ filter: Filter) {
        if active.remove(filter) == nil { active.insert(filter) }
    }
}
