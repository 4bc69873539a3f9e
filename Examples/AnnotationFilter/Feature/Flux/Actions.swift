import Millrace

/// The user wants to see the filters of another group.
public struct SelectGroup: Action, Equatable, Codable {
    /// The group to show.
    public var group: FilterGroup

    /// Shows the filters of `group`.
    public init(_ group: FilterGroup) {
        self.group = group
    }
}

/// The user switches a filter on, or off where it was on.
public struct ToggleFilter: Action, Equatable, Codable {
    /// The filter to switch.
    public var filter: Filter

    /// Switches `filter`.
    public init(_ filter: Filter) {
        self.filter = filter
    }
}

/// The user wants to see everything again: all filters go off, and the search ends.
public struct ClearFilters: Action, Equatable, Codable {
    /// Clears filters and search.
    public init() {}
}

/// The user looks for a text in the annotations' contents.
public struct Search: Action, Equatable, Codable {
    /// The text; empty to end the search.
    public var text: String

    /// Searches for `text`.
    public init(_ text: String) {
        self.text = text
    }
}

/// The user wants to see another file. If it cannot be opened, what is open stays.
public struct OpenFile: Action, Equatable, Codable {
    /// The path of the file.
    public var path: String

    /// Opens the file at `path`.
    public init(_ path: String) {
        self.path = path
    }
}
