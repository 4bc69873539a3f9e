import CalDAV
import Millrace
import MillraceOffline

/// A change of an item that the server has to hear of: what an outbox sends.
public struct ToDoChange: OutboxEdit {
    /// A field that was changed.
    public struct Field: Equatable, Codable, Sendable {
        /// What it was, where the change was made.
        public var former: ItemEdit
        /// What it is now.
        public var edit: ItemEdit
    }

    /// The item as it was left, to be made (again) where the server does not have it; as it was, if it is deleted.
    public var item: ToDoItem
    /// The fields that were changed; none of an item that is new.
    public var fields: [Field] = []
    /// Whether the item is deleted.
    public var isDeletion = false
    /// Where the server has it; nil where a new one goes.
    public var path: DAVPath?
    /// What the server had, for what only others know of it.
    public var text: String?

    /// What the server has, in the end or in case of a conflict.
    public enum Reply: Equatable, Codable, Sendable {
        case item(ServerCopy)
        case none
    }

    /// The item.
    public var subject: ToDoItem.ID { item.id }

    /// One change that does what two do; nil if there is none.
    static func fold(_ earlier: ToDoChange, _ later: ToDoChange) -> ToDoChange? {
        if earlier.isDeletion || later.isDeletion { return nil }
        var folded = earlier
        folded.item = later.item
        for field in later.fields {
            if let place = folded.fields.firstIndex(where: { $0.edit.field == field.edit.field }) {
                folded.fields[place].edit = field.edit
            } else {
                folded.fields.append(field)
            }
        }
        return folded
    }

    /// The fields that the server has otherwise than before this change, and otherwise than it wants them: both have
    /// changed them.
    func conflicts(with theirs: ToDoItem) -> [Field] {
        fields.filter { field in
            let their = theirs[field.edit.field]
            return !their.agrees(with: field.former) && !their.agrees(with: field.edit)
        }
    }
}

/// What the server has of an item: from what its next change is made.
public struct ServerCopy: Identifiable, Equatable, Codable, Sendable {
    /// The calendar item.
    public let stored: CalendarItem
    /// What it says, for the list.
    public let item: ToDoItem

    /// The identity of the item.
    public var id: ToDoItem.ID { item.id }
}
