import Millrace

// What can happen: an action says what is intended, and the store's handlers what becomes of it.

/// The user wants to see the filters of another group.
public struct SelectGroup: Action, Equatable, Codable {
    var group: FilterGroup

    /// Shows the filters of a group.
    public init(group: FilterGroup) { self.group = group }
}

/// The user changes what is visible of the sheet, and in which order. Each is a step that can be undone.
public enum Refine: Action, Equatable, Codable {
    /// Switches a filter on, or off if it was on.
    case toggle(Filter)
    /// Switches all filters of a group; nil for the selected one.
    case switchFilters(Switch, in: FilterGroup?)
    /// Searches for a text in the contents of the annotations; an empty one ends the search.
    case search(String)
    /// Shows what was changed on certain days; nil for all.
    case dates(DateRange?)
    /// Shows replies, or hides them.
    case replies(Bool)
    /// Restores saved filters, a saved search and saved dates. Filters that the sheet does not have stay off.
    case use(FilterQuery)
    /// Shows everything again: all filters go off, and the search ends.
    case clear
    /// Sorts threads by a column; nil for the order of the sheet.
    case sort(Column?, isDescending: Bool)
    /// Puts threads under headings, the values of a column; nil for none.
    case grouping(Column?)
    /// Shows these columns; none for a sentence.
    case columns([Column])

    /// What becomes of all filters of a group.
    public enum Switch: String, Codable, CaseIterable, Sendable {
        case all
        case none
        case invert
    }

    /// Whether it is a letter more or less in a search, which is one step as a whole.
    var isSearch: Bool { if case .search = self { true } else { false } }
}

/// The user opens another file, or several as one list. The current one stays until they have been read, and remains if
/// they cannot be read.
public struct OpenFile: Action, Equatable, Codable {
    /// The paths of the files.
    var paths: [String]
    /// Whether they are added to what is open.
    var isAdding: Bool

    /// Opens the files at these paths.
    public init(_ paths: [String], adding isAdding: Bool = false) {
        (self.paths, self.isAdding) = (paths, isAdding)
    }
}

/// The user cancels opening a file, and keeps the current one.
struct CancelOpening: Action, Equatable, Codable {}

/// This much of the file has been read, from 0 to 100.
struct OpeningProgressed: Action, Equatable, Codable {
    var percent: Int
}

/// The first annotations of the file have been read. They are shown where nothing else is open.
struct SheetBegun: Action, Equatable, Codable {
    var sheet: Sheet
}

/// The file has been read. A recording holds the sheet as a whole: it is replayed without the file.
struct SheetOpened: Action, Equatable, Codable {
    var sheet: Sheet
}

/// The file could not be opened.
struct OpeningFailed: Action, Equatable, Codable {
    var problem: SheetError
}
