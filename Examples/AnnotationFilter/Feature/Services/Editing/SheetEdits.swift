import Foundation
import Millrace

/// The edits of the sheet that is open which are not in its file.
public struct SheetEdits: Equatable, Sendable {
    /// The edits, in the order in which they were made.
    public internal(set) var table: Table<SheetEdit> = []
    /// Those that the sheet does not show, and why.
    public private(set) var problems: [SheetEdit.ID: Problem] = [:]
    /// Whether those that were kept in an earlier run are among them.
    var areRestored = false

    /// No edits.
    public init() {}

    /// Why the sheet does not show an edit, and it is not saved.
    public enum Problem: Equatable, Sendable {
        /// The file has another state than the one that the user has seen, and had not been given then.
        case conflict(ReviewState)
        /// The file does not have the annotation any more.
        case gone
    }

    /// How many there are.
    public var count: Int { table.count }

    /// Those that the sheet shows, and that can be saved.
    var shown: [SheetEdit] { table.filter { problems[$0.id] == nil } }

    /// Those that wait for a decision.
    public var conflicts: [SheetEdit] {
        table.filter { if case .conflict = problems[$0.id] { true } else { false } }
    }

    /// The edits with this name, or of the annotation with it.
    public func of(_ name: String) -> [SheetEdit] { table.filter { $0.id == name || $0.annotation == name } }

    /// Applies the edits to a file, whatever has become of it meanwhile, and returns the sheet that shows them. Those
    /// that the file has by now are dropped.
    ///
    /// - A reply goes with anything. An edit of what is gone is kept, and not shown.
    /// - A state conflicts if the file has another one than its author has seen, and neither is the same as the new one.
    ///
    /// Cost: O(elements).
    mutating func apply(to origin: SheetOrigin, file: String) -> Sheet {
        var targets = origin.targets
        table.removeAll { targets.names.contains($0.id) }
        problems = [:]
        var added: [XFDFElement] = []
        for edit in table {
            guard let row = targets.rows[edit.annotation] else {
                problems[edit.id] = .gone
                continue
            }
            if case .state(let model, let name) = edit.change, let theirs = row.states[model], theirs != edit.seen,
                !theirs.name.caseInsensitiveEquals(name)
            {
                problems[edit.id] = .conflict(theirs)
                continue
            }
            added.append(targets.add(edit, to: row))
        }
        return origin.sheet(file, with: added)
    }
}

extension EditTargets {
    /// Adds an edit of a row, to which others can refer if it is a reply. Returns the element that it becomes.
    fileprivate mutating func add(_ edit: SheetEdit, to row: Row) -> XFDFElement {
        if edit.replyText != nil { rows[edit.id] = Row(page: row.page, rect: row.rect) }
        return edit.element(on: row)
    }
}

extension SheetOrigin {
    /// The bytes with the edits in them that the sheet shows.
    func data(with edits: SheetEdits) throws(SheetError) -> Data {
        var targets = targets
        var added: [XFDFElement] = []
        for edit in edits.shown {
            guard let row = targets.rows[edit.annotation] else { continue }
            added.append(targets.add(edit, to: row))
        }
        return try XFDFInsertion.data(data, inserting: added)
    }
}
