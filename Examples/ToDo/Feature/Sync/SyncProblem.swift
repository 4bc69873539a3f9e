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

/// What an error means, for people.
func syncProblem(_ error: any Error) -> String {
    switch error {
    case let error as RequestError where error.kind == .login: "the server refuses the user or the password"
    case let error as RequestError: error.message
    default: "\(error)"
    }
}
