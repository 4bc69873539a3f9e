import CalDAV
import Millrace
import MillraceOffline

/// The program has begun, and has a server.
public struct BeginSync: Action {
    /// Creates the action.
    public init() {}
}

/// What has changed at the server.
struct ServerNews: PullNews {
    typealias Failure = SyncProblem

    /// The address of the calendar.
    let calendar: String
    let copies: [ServerCopy]
    let removed: [DAVPath]
    let token: String?
}

/// The user decides a conflict.
public struct DecideConflict: Action {
    /// Which of two is kept.
    public enum Side: String, Sendable {
        case mine, theirs
    }

    /// The item.
    public let id: ToDoItem.ID
    /// What is kept in the fields that both have changed.
    public let keeping: Side
}
