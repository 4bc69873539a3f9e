import MillraceOffline

/// Where the list stands with the server, as a user thinks of it.
public enum SyncStatus: Equatable, Sendable {
    /// There is no server, or not in this run, and nothing waits for it.
    case none
    /// The server was not asked yet.
    case beginning
    /// The server has everything.
    case synced
    /// So many changes wait.
    case waiting(Int)
    /// An item was changed here and elsewhere, and the user has to decide.
    case conflict(SyncConflict)
    /// The server does not take a change, and why.
    case refused(String)
    /// The server cannot be asked, and why. So many changes wait.
    case problem(SyncProblem, waiting: Int)

    /// What it says, in one line.
    public var text: String {
        switch self {
        case .none: "not synchronised"
        case .beginning: "synchronising"
        case .synced: "synced"
        case .waiting(let count): Self.wait(count)
        case .conflict(let conflict): "conflict: \(conflict.text)"
        case .refused(let reason): "refused: \(reason)"
        case .problem(let problem, 0): "not synced: \(problem.text)"
        case .problem(let problem, let count): "\(Self.wait(count)): \(problem.text)"
        }
    }

    private static func wait(_ count: Int) -> String { count == 1 ? "1 waits" : "\(count) wait" }
}

extension ToDoState {
    /// Where the list stands with the server.
    public var syncStatus: SyncStatus {
        if let conflict = conflicts.first { return .conflict(conflict) }
        if case .refused(let reason) = sync.outbox.refused.first?.problem { return .refused(reason) }
        let counts = sync.outbox.counts
        let count = counts.waiting + counts.sending + counts.unknown
        if case .unknown(let reason) = sync.outbox.unknown.first?.problem {
            let text = "whether the server has a change is not known: \(reason)"
            return .problem(SyncProblem(kind: .unknown, text: text), waiting: count)
        }
        if let problem = sync.pull.failure { return .problem(problem, waiting: count) }
        if count > 0 { return .waiting(count) }
        if sync.pull.hasAnswered { return .synced }
        return sync.hasBegun ? .beginning : .none
    }
}
