import Millrace
import MillraceTerminal

extension ToDoList {
    /// Where the list stands with the server.
    public var syncStatus: Observable<SyncStatus> { items.state.map(\.syncStatus).removeDuplicates() }

    /// Waits until the server has everything, and everything that the server has is here; or until that has to wait, for a
    /// decision, or since the server cannot be asked.
    ///
    /// - Parameter patience: How long to wait at most.
    public nonisolated(nonsending) func settle(within patience: Duration, on scheduler: some Scheduler) async {
        guard services.sync != nil else { return }
        _ = await items.state.map(\.isAtRest).isTrue(within: patience, on: scheduler)
    }
}

extension ToDoState {
    /// Whether nothing is on its way to the server, and nothing will be without a decision or another network.
    var isAtRest: Bool {
        if sync.pull.failure != nil { return true }
        let counts = sync.outbox.counts
        return !sync.pull.isAsking && counts.sending == 0 && (counts.waiting == 0 || counts.refused > 0)
    }
}
