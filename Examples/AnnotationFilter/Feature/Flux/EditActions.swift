import Millrace

/// The user edits the sheet. Each is a step that can be undone, until it is saved.
public enum Edit: Action, Equatable, Codable {
    /// Gives an annotation a status or a mark, in place of one that is not saved yet, or replies to it.
    case add(SheetEdit)
    /// Writes a reply anew that is not saved yet.
    case reword(SheetEdit.ID, String)
    /// Takes back what is not saved yet, and replies to it.
    case withdraw([SheetEdit.ID])
    /// Keeps states although the file has got others: the user has seen those now.
    case insist([SheetEdit.ID])
}

/// Edits were kept in an earlier run, or by another program, and are not saved.
struct RestoreEdits: Action, Equatable, Codable {
    /// The paths of the sheet.
    var files: [String]
    var edits: [SheetEdit]
}

/// The file of the sheet has other contents than those that were opened: the edits were saved in it, or somebody else has
/// changed it. Edits that it does not have are kept, and applied to it.
struct SheetRenewed: Action, Equatable, Codable {
    /// The sheet as it is in the file. It has another path where the edits were saved in a new file, or where they are
    /// applied to a newer version.
    var sheet: Sheet
    /// Edits of that other path that were kept in an earlier run.
    var kept: [SheetEdit] = []
}
