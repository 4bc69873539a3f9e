import Foundation

/// A change of one field of an item. All changes of items are made of these, so whatever follows them, such as the sync
/// with a server, knows which field was changed.
public enum ItemEdit: Hashable, Codable, Sendable {
    case title(String)
    case notes(String)
    case due(Due?)
    case finished(Date?)
}

extension ToDoItem {
    /// Applies an edit.
    public mutating func apply(_ edit: ItemEdit) {
        switch edit {
        case .title(let title): self.title = title
        case .notes(let notes): self.notes = notes
        case .due(let due): self.due = due
        case .finished(let finished): self.finished = finished
        }
    }

    /// The edits that make this item of a former version of it. None for fields that are the same.
    public func edits(from former: ToDoItem) -> [ItemEdit] {
        var edits: [ItemEdit] = []
        if title != former.title { edits.append(.title(title)) }
        if notes != former.notes { edits.append(.notes(notes)) }
        if due != former.due { edits.append(.due(due)) }
        if finished != former.finished { edits.append(.finished(finished)) }
        return edits
    }
}
