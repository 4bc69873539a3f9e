import Millrace
import MillraceTerminal

/// A text that is being typed on the status line, and what it is for.
struct ScreenPrompt {
    /// What a text can be typed for.
    enum Purpose: Equatable {
        /// What to search for; before, it was that.
        case search(former: String)
        /// The path of a file to open.
        case open
        /// The days to show.
        case dates
        /// The columns to show.
        case columns(Arrangement)
    }

    /// The text.
    var field = TerminalTextField()
    let purpose: Purpose
    /// Why the text will not do; nil where it has not been tried.
    var problem: String?

    /// What stands before the text.
    var label: String {
        switch purpose {
        case .search: "Search: "
        case .open: "Open: "
        case .dates: "Days: "
        case .columns: "Columns: "
        }
    }

    /// What stands there while nothing is typed.
    var placeholder: String {
        switch purpose {
        case .search: ""
        case .open: "a path; ~ is your home"
        case .dates: "2024-03-01..2024-03-31, 2024-03, ..2024; nothing for all"
        case .columns: Column.allCases.map(\.rawValue).joined(separator: " ")
        }
    }

    var isSearch: Bool { if case .search = purpose { true } else { false } }

    /// What the text asks for when it is entered; nil for nothing. Throws why it will not do.
    func request() throws(ScriptError) -> (any Action)? {
        let text = field.text
        switch purpose {
        case .search: return nil
        case .open: return text.isEmpty ? nil : OpenFile(text)
        case .dates: return SelectDates(try DateRange.parse(text))
        case .columns(var arrangement):
            arrangement.columns = try Column.parse(text.split(whereSeparator: { " ,".contains($0) }).map(String.init))
            return Arrange(arrangement)
        }
    }
}
