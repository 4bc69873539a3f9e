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

/// The user wants to see another file. What is open stays until that one is read, and for good if it cannot be.
public struct OpenFile: Action, Equatable, Codable {
    /// The path of the file.
    public var path: String

    /// Opens the file at `path`.
    public init(_ path: String) {
        self.path = path
    }
}

/// The user will not wait for the file that is being opened.
public struct CancelOpening: Action, Equatable, Codable {
    /// Keeps what is open.
    public init() {}
}

/// So much of the file has been read.
public struct OpeningProgressed: Action, Equatable, Codable {
    /// How much, from 0 to 100.
    public var percent: Int

    /// Tells how much.
    public init(percent: Int) {
        self.percent = percent
    }
}

/// The file has been read.
///
/// A recording holds the sheet as a whole: it is replayed without the file.
public struct SheetOpened: Action, Equatable, Codable {
    /// What is in the file.
    public var sheet: Sheet

    /// Shows a sheet.
    public init(_ sheet: Sheet) {
        self.sheet = sheet
    }
}

/// The file could not be opened.
public struct OpeningFailed: Action, Equatable, Codable {
    /// Why not.
    public var problem: SheetError

    /// Tells why not.
    public init(_ problem: SheetError) {
        self.problem = problem
    }
}
