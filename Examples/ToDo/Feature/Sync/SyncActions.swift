import CalDAV
import Millrace

/// The program has begun, and has a server.
public struct BeginSync: Action {
    /// Creates the action.
    public init() {}
}

/// The calendar was found.
struct CalendarFound: Action {
    let address: String
}

/// The server could not be asked.
struct SyncFailed: Action {
    let problem: SyncProblem
}

/// It is time to ask what is new.
struct AskServer: Action {}

/// What has changed at the server.
struct ServerPulled: Action {
    let copies: [ServerCopy]
    let removed: [DAVPath]
    /// Whether these are all items that there are.
    let isWhole: Bool
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
