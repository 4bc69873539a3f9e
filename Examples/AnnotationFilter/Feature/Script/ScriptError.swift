import MillraceTerminal

/// Why a line of a script was not carried out. The lines behind it are.
public enum ScriptError: Error, Equatable, Sendable {
    /// The line begins with a word that is no command.
    case unknownCommand(String)
    /// There is no group of that name.
    case unknownGroup(String)
    /// No annotation of the sheet has that value in the group.
    case unknownFilter(String, in: FilterGroup, known: [String])
    /// There is no column of that name.
    case unknownColumn(String)
    /// The text names no days.
    case noDates(String)
    /// The sheet has no annotation of that name.
    case unknownAnnotation(String)
    /// The file's name does not tell what to write.
    case noFormat(String)
    /// Several sheets are open where one is asked for.
    case severalSheets
    /// Nothing can refer to the annotation.
    case noReference(String)
    /// There is no unsaved reply of that name.
    case noUnsavedReply(String)
    /// There is no such status.
    case unknownStatus(String)
    /// No file is open.
    case noFile
    /// The path is no sheet's.
    case noXFDF(String)
    /// The edits are being saved.
    case saving
    /// There is nothing to undo, to do again, or to save.
    case nothing(to: String)
    /// The command needs something else behind it.
    case usage(String)
    /// The quotes are not right.
    case quotes(String)
}

extension ScriptError: CustomStringConvertible {
    /// One line: what happened, and how to mend it.
    public var description: String {
        switch self {
        case .unknownCommand(let name):
            "there is no command \"\(name.oneLine)\". To fix: use one of \(ScriptCommand.names.joined(separator: ", "))."
        case .unknownGroup(let name):
            "there is no group \"\(name.oneLine)\". To fix: use one of "
                + "\(Self.list(FilterGroup.allCases.map(\.rawValue))); a name with blanks stands in quotes."
        case .unknownFilter(let name, let group, let known):
            "there is no filter \"\(name.oneLine)\" in the group \(group.rawValue). "
                + (known.isEmpty ? "The sheet has no annotations." : "To fix: use one of \(Self.list(known)).")
        case .unknownColumn(let name):
            "there is no column \"\(name.oneLine)\". To fix: use one of \(Self.list(Column.allCases.map(\.rawValue)))."
        case .noDates(let text):
            "\"\(text.oneLine)\" names no days. To fix: write 2024-03-01..2024-03-31, 2024-03.., or one day, month or year."
        case .unknownAnnotation(let name):
            "there is no annotation \"\(name.oneLine)\". To fix: use a name that show --json gives as its id."
        case .noFormat(let path):
            "\(path.oneLine) ends in neither .csv nor .xfdf. To fix: end it so."
        case .severalSheets:
            "several sheets are open as one list. To fix: open one alone."
        case .noReference(let name):
            "nothing can refer to \"\(name.oneLine)\": it has no name in the file, or another has it before. "
                + "To fix: export the annotations with their names."
        case .noUnsavedReply(let name):
            "\"\(name.oneLine)\" is no reply that is not saved yet. To fix: use a name that edits gives."
        case .unknownStatus(let name):
            "there is no status \"\(name.oneLine)\". To fix: use one of \(EditCommand.statuses.joined(separator: ", "))."
        case .noFile: "no file is open. To fix: open one before."
        case .noXFDF(let path):
            "\(path.oneLine) does not end in .xfdf. To fix: end it so; to keep filters under a name, write keep NAME."
        case .saving: "the edits are being saved. To fix: wait until they are."
        case .nothing(let what): "there is nothing to \(what). To fix: \(Self.before[what] ?? "edit the sheet before.")"
        case .usage(let usage):
            "the command is not complete, or says too much. To fix: write \(usage)."
        case .quotes(let what):
            "\(what). To fix: write a quote inside quotes as \\\", and a backslash as \\\\."
        }
    }

    private static let before = [
        "redo": "undo something before.", "undo": "change the filters, search, edit or open a file before.",
        "decide": "use a name that conflicts gives.", "take back": "use a name that edits gives.",
    ]

    /// The names, the first of them where they are too many to read.
    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(20).map(\.oneLine).joined(separator: ", ")
        return names.count > 20 ? "\(shown), … (\(names.count) in all)" : shown
    }
}
