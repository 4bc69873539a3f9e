import Foundation
import Millrace

/// Changes fields of an item.
public struct EditItem: Action, Hashable, Codable {
    /// The item.
    public let id: ToDoItem.ID
    /// The changes, in order.
    public let edits: [ItemEdit]
}

/// Deletes an item.
public struct DeleteItem: Action, Hashable, Codable {
    /// The item.
    public let id: ToDoItem.ID
}

/// The use case "finish": it is done. What was finished before stays so since then.
public func finish(_ item: ToDoItem, at date: Date) -> EditItem {
    EditItem(id: item.id, edits: [.finished(item.finished ?? date)])
}

/// The use case "reopen": it is not done after all.
public func reopen(_ item: ToDoItem) -> EditItem { EditItem(id: item.id, edits: [.finished(nil)]) }

/// The use case "rename": it is called something else.
public func rename(_ item: ToDoItem, to title: String) throws(ToDoProblem) -> EditItem {
    EditItem(id: item.id, edits: [.title(try asTitle(title))])
}

/// The use case "change the notes".
public func changeNotes(of item: ToDoItem, to notes: String) -> EditItem {
    EditItem(id: item.id, edits: [.notes(notes)])
}

/// The use case "delete": it is of no concern any more.
public func delete(_ item: ToDoItem) -> DeleteItem { DeleteItem(id: item.id) }
