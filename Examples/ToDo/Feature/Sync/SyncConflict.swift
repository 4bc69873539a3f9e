import Foundation
import MillraceOffline

/// What was changed here and elsewhere, each otherwise.
public struct SyncConflict: Equatable, Sendable {
    /// The item.
    public let id: ToDoItem.ID
    /// What it is called here.
    public let title: String
    /// What was written here, and what elsewhere.
    public let mine, theirs: [ItemEdit]

    /// Both, in one line.
    public var text: String {
        zip(mine, theirs).map { "\($0.text) here, \($1.text) elsewhere" }.joined(separator: "; ")
    }
}

extension ToDoState {
    /// What the user has to decide, in the order in which it was changed.
    public var conflicts: [SyncConflict] {
        sync.outbox.refused.compactMap { entry in
            guard case .conflict(.item(let copy), _) = entry.problem else { return nil }
            let theirs = sync.copies[id: copy.id]?.item ?? copy.item
            let mine = entry.edit.conflicts(with: theirs).map(\.edit)
            return SyncConflict(
                id: copy.id,
                title: items[id: copy.id]?.title ?? copy.item.title,
                mine: mine,
                theirs: mine.map { theirs[$0.field] }
            )
        }
    }
}

extension ItemEdit {
    /// What it says, in a few words.
    fileprivate var text: String {
        switch self {
        case .title(let text), .notes(let text): "\"\(text.split(whereSeparator: \.isNewline).joined(separator: " "))\""
        case .due(.day(let day)): "due \(day)"
        case .due(.moment(let date)): "due \(date.formatted(.iso8601))"
        case .due(nil): "not due"
        case .finished(let date): date == nil ? "to be done" : "done"
        }
    }
}
