import Millrace
import MillraceTerminal

/// A text that is being typed on the status line, and what it is for.
struct ScreenPrompt {
    /// What a text can be typed for.
    enum Purpose: Equatable, Sendable {
        /// What to search for.
        case search
        /// The path of a file to open.
        case open
        /// The path of a file to open beside what is open.
        case add
        /// The days to show.
        case dates
        /// The columns to show.
        case columns
        /// The path of another version of the sheet.
        case compare
        /// The path of a file to write what is visible to.
        case export
        /// The name under which filters are kept.
        case keep
        /// The name under which they were kept.
        case use
        /// A reply to an annotation.
        case reply(to: Annotation.ID)
        /// Another text for a reply that is not saved.
        case reword(Annotation.ID)
        /// The path of a new file to save the sheet in.
        case saveAs
        /// The path of a newer version of the sheet.
        case merge

        /// What stands before the text, what stands there while nothing is typed, and what enter does.
        var words: (label: String, placeholder: String, done: String) {
            switch self {
            case .search: ("Search: ", "", "done")
            case .open: ("Open: ", "a path; ~ is your home", "open")
            case .add: ("Open beside: ", "a path; ~ is your home", "open")
            case .dates: ("Days: ", "2024-03-01..2024-03-31, 2024-03, ..2024; nothing for all", "show")
            case .columns: ("Columns: ", Column.allCases.map(\.rawValue).joined(separator: " "), "show")
            case .compare: ("Compare with: ", "a path; ~ is your home", "compare")
            case .export: ("Write to: ", "visible.csv or visible.xfdf", "write")
            case .keep: ("Keep filters as: ", "a name", "write")
            case .use: ("Use filters: ", "a name", "show")
            case .reply: ("Reply: ", "", "reply")
            case .reword: ("Your reply: ", "", "reply")
            case .merge: ("Newer version: ", "a path; ~ is your home", "open")
            case .saveAs: ("Save sheet as: ", "a new file, sheet.xfdf", "write")
            }
        }
    }

    /// The text.
    var field: TerminalTextField
    let purpose: Purpose
    /// What the text was at first.
    let former: String
    /// Why the text will not do; nil where it has not been tried.
    var problem: String?

    var isSearch: Bool { purpose == .search }

    /// A prompt that begins with what holds now.
    init(_ purpose: Purpose, in view: AnnotationFilterView) {
        self.purpose = purpose
        former =
            switch purpose {
            case .search: view.search
            case .dates: view.dates
            case .columns: view.arrangement.columns.map(\.rawValue).joined(separator: " ")
            case .reword(let id): view.edits.table[id: id]?.replyText?.oneLine ?? ""
            default: ""
            }
        field = TerminalTextField(former)
    }

    /// What the text asks for when it is entered. Throws why it will not do.
    func request() throws(ScriptError) -> AnnotationFilterScreen.Request {
        let text = field.text
        switch purpose {
        case .search: return .draw
        case .dates: return .dispatch(Refine.dates(try DateRange.parse(text)))
        case .columns:
            let names = text.split(whereSeparator: { " ,".contains($0) }).map(String.init)
            return .dispatch(Refine.columns(try Column.parse(names)))
        case _ where text.isEmpty: return .draw
        case .open: return .dispatch(OpenFile([TypedPath.path(text)]))
        case .add: return .dispatch(OpenFile([TypedPath.path(text)], adding: true))
        case .compare: return .carryOut(.compare(TypedPath.path(text)))
        case .keep: return .carryOut(.keep(text))
        case .reply(let id): return .carryOut(.edit(.reply(id, text)))
        case .reword(let id): return text == former ? .draw : .carryOut(.edit(.reword(id, text)))
        case .merge: return .carryOut(.merge(TypedPath.path(text)))
        case .saveAs:
            let path = TypedPath.path(text)
            guard path.lowercased().hasSuffix(".xfdf") else { throw .noXFDF(path) }
            return .carryOut(.save(as: path))
        case .use: return .carryOut(.use(text))
        case .export:
            let ending = text.split(separator: ".").last.map { $0.lowercased() } ?? ""
            guard let format = ExportFormat(rawValue: ending) else { throw .noFormat(text) }
            return .carryOut(.export(format, to: text))
        }
    }
}
