import CalDAV
import MillraceNetwork
import MillraceOffline

extension OutboxAnswer<ToDoChange.Reply> {
    /// What an error means: that it is sent again, or that it is refused.
    init(caught error: any Error) {
        switch error {
        case let error as RequestError where error.isPassing:
            self = error.mayBeDone ? .later(after: error.retryAfter) : .notDone(after: error.retryAfter)
        // Another password may be right in the next run.
        case let error as RequestError where error.kind == .login: self = .notDone()
        case let error as RequestError: self = error.mayBeDone ? .unknown(error.message) : .refused(error.message)
        default: self = .refused("\(error)")
        }
    }
}

/// Why the server cannot be asked.
public struct SyncProblem: Error, Equatable, Sendable {
    /// What kind of problem it is, which says what a user can do about it.
    public enum Kind: Sendable {
        /// The server does not answer now.
        case away
        /// The server refuses the user or the password.
        case login
        /// The server does not do as one for calendars should, such as one that sends the program from address to
        /// address.
        case server
        /// The answer to a change was lost, and the server has not said yet whether it has the change: it is asked again.
        case unknown
        /// The list belongs to another calendar.
        case otherCalendar
    }

    /// What kind of problem it is.
    public let kind: Kind
    /// What is wrong, for people.
    public let text: String
}

extension SyncProblem {
    /// What an error means.
    init(_ error: any Error) {
        switch error {
        case let error as RequestError where error.kind == .login:
            self.init(kind: .login, text: "the server refuses the user or the password")
        case let error as RequestError:
            self.init(kind: error.isPassing ? .away : .server, text: error.message)
        default: self.init(kind: .server, text: "\(error)")
        }
    }

    /// The list belongs to another calendar.
    init(otherThan calendar: String) {
        let text = "the list is synchronised with \(calendar). To fix: name that, or pass another --folder"
        self.init(kind: .otherCalendar, text: text)
    }
}
