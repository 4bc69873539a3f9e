import Foundation

/// Something to be done.
public struct ToDoItem: Identifiable, Hashable, Codable, Sendable {
    /// The identity: the text of a UUID in lower case.
    public let id: String
    /// What is to be done; never empty.
    public var title: String
    /// More about it, perhaps in several lines.
    public var notes: String
    /// When it is due; nil if at no time.
    public var due: Due?
    /// When it was added.
    public let created: Date
    /// When it was finished; nil if it is not.
    public var finished: Date?
    /// How it recurs, "every week", as the calendar of a server has it; nil if it does not. When it is finished, the
    /// server's item goes on to its next date.
    public var recurrence: String?

    /// Creates an item that is not finished.
    public init(id: String, title: String, notes: String = "", due: Due? = nil, created: Date) {
        (self.id, self.title, self.notes, self.due, self.created) = (id, title, notes, due, created)
    }
}
