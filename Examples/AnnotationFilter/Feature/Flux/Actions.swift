/// The user wants to see the filters of another group.
public struct SelectGroup: Equatable, Codable, Sendable {
    /// The group to show.
    public var group: FilterGroup

    /// Shows the filters of `group`.
    public init(_ group: FilterGroup) {
        self.group = group
    }
}

/// The user switches a filter on, or off where it was on.
public struct ToggleFilter: Equatable, Codable, Sendable {
    /// The filter to switch.
    public var filter: Filter

    /// Switches `filter`.
    public init(_ filter: Filter) {
        self.filter = filter
    }
}

/// The user wants to see everything again: all filters go off, and the search ends.
public struct ClearFilters: Equatable, Codable, Sendable {
    /// Clears filters and search.
    public init() {}
}

/// The user looks for a text in the annotations' contents.
public struct Search: Equatable, Codable, Sendable {
    /// The text; empty to end the search.
    public var text: String

    /// Searches for `text`.
    public init(_ text: String) {
        self.text = text
    }
}

/// The user wants to see another file. If it cannot be opened, what is open stays.
public struct OpenFile: Equatable, Codable, Sendable {
    /// The path of the file.
    public var path: String

    /// Opens the file at `path`.
    public init(_ path: String) {
        self.path = path
    }
}

/// A file has been read. Its sheet takes the place of the one before, with no filter on and nothing searched for.
public struct FileOpened: Equatable, Sendable {
    /// What the file holds.
    public var sheet: Sheet

    /// Shows `sheet`.
    public init(_ sheet: Sheet) {
        self.sheet = sheet
    }
}

/// A file could not be opened.
public struct FileRefused: Equatable, Sendable {
    /// Why not.
    public var error: SheetError

    /// Reports `error`.
    public init(_ error: SheetError) {
        self.error = error
    }
}
