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

/// The user switches a filter on, or off if it was on.
public struct ToggleFilter: Action, Equatable, Codable {
    /// The filter to switch.
    public var filter: Filter

    /// Switches `filter`.
    public init(_ filter: Filter) {
        self.filter = filter
    }
}

/// The user switches all filters of a group on, all off, or inverts them.
public struct SwitchFilters: Action, Equatable, Codable {
    /// The change to the filters.
    public enum Change: String, Codable, CaseIterable, Sendable {
        /// All are on.
        case all
        /// None is on.
        case none
        /// Each filter is inverted.
        case invert
    }

    /// The group.
    public var group: FilterGroup
    /// The change to its filters.
    public var change: Change

    /// Switches the filters of `group`.
    public init(_ change: Change, in group: FilterGroup) {
        self.group = group
        self.change = change
    }
}

/// The user wants to see what was changed on certain days.
public struct SelectDates: Action, Equatable, Codable {
    /// The days; nil for all.
    public var dates: DateRange?

    /// Shows what was changed on these days.
    public init(_ dates: DateRange?) {
        self.dates = dates
    }
}

/// The user hides replies, or shows them again.
public struct ShowReplies: Action, Equatable, Codable {
    /// Whether replies are shown.
    public var areShown: Bool

    /// Shows or hides replies.
    public init(_ areShown: Bool) {
        self.areShown = areShown
    }
}

/// The user changes the layout of the annotations.
public struct Arrange: Action, Equatable, Codable {
    /// The layout.
    public var arrangement: Arrangement

    /// Sets the layout.
    public init(_ arrangement: Arrangement) {
        self.arrangement = arrangement
    }
}

/// The user restores saved filters, a saved search and saved dates. Filters that the sheet does not have stay off.
public struct UseFilters: Action, Equatable, Codable {
    /// The saved query.
    public var query: FilterQuery

    /// Restores `query`.
    public init(_ query: FilterQuery) {
        self.query = query
    }
}

/// The user wants to see everything again: all filters go off, and the search ends.
public struct ClearFilters: Action, Equatable, Codable {
    /// Clears filters and search.
    public init() {}
}

/// The user searches for a text in the contents of the annotations.
public struct Search: Action, Equatable, Codable {
    /// The text; empty to end the search.
    public var text: String

    /// Searches for `text`.
    public init(_ text: String) {
        self.text = text
    }
}

/// The user opens another file, or several as one list. The current one stays until they have been read, and remains if
/// they cannot be read.
public struct OpenFile: Action, Equatable, Codable {
    /// The paths of the files.
    public var paths: [String]
    /// Whether they are added to what is open.
    public var isAdding: Bool

    /// Opens the files at these paths.
    public init(_ paths: String..., adding isAdding: Bool = false) {
        self.init(paths, adding: isAdding)
    }

    /// Opens the files at these paths.
    public init(_ paths: [String], adding isAdding: Bool = false) {
        (self.paths, self.isAdding) = (paths, isAdding)
    }
}

/// The user cancels opening a file.
public struct CancelOpening: Action, Equatable, Codable {
    /// Cancels, and keeps the current file.
    public init() {}
}

/// A part of the file has been read.
public struct OpeningProgressed: Action, Equatable, Codable {
    /// The progress, from 0 to 100.
    public var percent: Int

    /// Reports progress.
    public init(percent: Int) {
        self.percent = percent
    }
}

/// A part of the file has been read, to be shown while the rest comes.
public struct SheetRead: Action, Equatable, Codable {
    /// The sheet as if the file ended here.
    public var part: Sheet

    /// Shows a part of a sheet.
    public init(_ part: Sheet) {
        self.part = part
    }
}

/// The file has been read.
///
/// A recording holds the sheet as a whole: it is replayed without the file.
public struct SheetOpened: Action, Equatable, Codable {
    /// The contents of the file.
    public var sheet: Sheet

    /// Shows a sheet.
    public init(_ sheet: Sheet) {
        self.sheet = sheet
    }
}

/// The file could not be opened.
public struct OpeningFailed: Action, Equatable, Codable {
    /// The reason.
    public var problem: SheetError

    /// Reports the reason.
    public init(_ problem: SheetError) {
        self.problem = problem
    }
}
