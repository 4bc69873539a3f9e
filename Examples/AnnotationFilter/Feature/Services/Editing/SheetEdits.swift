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
    /// Cost: O(edits × log n), whatever the size of the sheet, but for the first time.
    mutating func apply(to origin: SheetOrigin, file: String) -> Sheet {
        let names = origin.targets.names
        table.removeAll { names.contains($0.id) }
        problems = [:]
        var targets = EditedTargets(origin.targets)
        var sheet = origin.sheet(file)
        for edit in table { show(edit, on: &sheet, &targets) }
        return sheet
    }

    /// Adds an edit to those that a sheet shows, which has none of its kind. Cost: O(edits + log n), and that of
    /// the thread.
    mutating func append(_ edit: SheetEdit, to sheet: inout Sheet) {
        guard let origin = sheet.origin, !origin.targets.names.contains(edit.id) else { return }
        var targets = EditedTargets(origin.targets)
        for reply in table where reply.replyText != nil && problems[reply.id] == nil { targets.insert(reply) }
        table.append(edit)
        show(edit, on: &sheet, &targets)
    }

    private mutating func show(_ edit: SheetEdit, on sheet: inout Sheet, _ targets: inout EditedTargets) {
        guard let row = targets[edit.annotation], edit.replyText == nil || sheet.place(of: edit.id) == nil else {
            problems[edit.id] = .gone
            return
        }
        if case .state(let model, let name) = edit.change, let theirs = row.states[model], theirs != edit.seen,
            !theirs.name.caseInsensitiveEquals(name)
        {
            problems[edit.id] = .conflict(theirs)
            return
        }
        let element = edit.element(on: row)
        if let reply = SheetBuilder.row(element) { sheet.insert(reply, below: edit.annotation) }
        if let state = SheetBuilder.state(element), targets.counts(state, on: edit.annotation) {
            sheet.update(edit.annotation) { state.apply(to: &$0) }
        }
        targets.insert(edit)
    }
}

/// What edits of a file can be about, with what other edits add.
private struct EditedTargets {
    private let targets: EditTargets
    /// The edits that are replies: others can refer to them.
    private var replies: [SheetEdit.ID: EditTargets.Row] = [:]
    /// When the last state was given, where edits have given one.
    private var given: [String: [StateModel: Int]] = [:]

    init(_ targets: EditTargets) { self.targets = targets }

    /// What a name stands for; nil where it is none to which an edit can refer.
    subscript(name: String) -> EditTargets.Row? { replies[name] ?? targets.rows[name] }

    /// Adds an edit, to which others can refer if it is a reply.
    mutating func insert(_ edit: SheetEdit) {
        guard edit.replyText != nil, let row = self[edit.annotation] else { return }
        replies[edit.id] = EditTargets.Row(page: row.page, rect: row.rect)
    }

    /// Whether a state is not older than the last one of its model.
    mutating func counts(_ state: ReviewState, on name: String) -> Bool {
        guard let model = state.model else { return false }
        let last = given[name]?[model] ?? targets.rows[name]?.states[model]?.time
        if let last, state.time < last { return false }
        given[name, default: [:]][model] = state.time
        return true
    }
}

extension SheetOrigin {
    /// The bytes with the edits in them that the sheet shows.
    func data(with edits: SheetEdits) throws(SheetError) -> Data {
        var targets = EditedTargets(targets)
        var added: [XFDFElement] = []
        for edit in edits.shown {
            guard let row = targets[edit.annotation] else { continue }
            added.append(edit.element(on: row))
            targets.insert(edit)
        }
        return try XFDFInsertion.data(data, inserting: added)
    }
}
