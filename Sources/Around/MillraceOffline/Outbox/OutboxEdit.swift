/// A change by the user that the server has to hear: an ``Outbox`` keeps and sends it.
///
/// ```swift
/// enum TodoEdit: OutboxEdit {
///     case add(Todo)
///     case rename(Todo.ID, String)
///     case remove(Todo.ID)
///
///     typealias Reply = Todo
///
///     var subject: Todo.ID {
///         switch self {
///         case .add(let todo): todo.id
///         case .rename(let id, _), .remove(let id): id
///         }
///     }
/// }
/// ```
///
/// It is a value that says everything that the request needs, because it is sent later, perhaps by the next run of the
/// app, and perhaps by the next version of it: keep its coded form readable.
public protocol OutboxEdit: Codable, Equatable, Sendable {
    /// The type of an edit's subject, such as the identity of an entity, a document or a room.
    associatedtype Subject: Hashable & Sendable

    /// The server's reply beside yes and no: the saved values, or its own values in case of a conflict. With `Never`,
    /// which is the default, there are no conflicts.
    associatedtype Reply: Codable, Equatable, Sendable = Never

    /// The subject of the edit. Edits of one subject are sent in their order, each when the one before it was answered;
    /// those of different subjects are sent side by side.
    var subject: Subject { get }

    /// Whether later edits of the subject wait while this one is refused, since they were made of it. By default they
    /// do. Of edits that stand for themselves, such as the messages of a conversation, return false: then the next one
    /// is sent.
    ///
    /// A conflict holds them in any case, and so does an edit whose outcome is unknown.
    var holdsLaterEdits: Bool { get }
}

extension OutboxEdit {
    /// Later edits wait.
    public var holdsLaterEdits: Bool { true }
}
