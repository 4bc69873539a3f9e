import CalDAV
import Millrace
import MillraceOffline

/// What the store does for a server: after each change it sends what waits, and then asks what is new.
struct SyncHandlers {
    let service: SyncService
    let sender: OutboxSender<ToDoChange>

    init(_ service: SyncService, durability: Durability, random: RandomNumbers) {
        self.service = service
        sender = OutboxSender(random: random, durability: durability) { entry in
            try await service.push(entry)
        } asking: { entry in
            try await service.ask(for: entry)
        } catching: { error in
            OutboxAnswer(caught: error)
        }
    }

    /// Adds the handlers of what comes from the server, and the reaction to whatever concerns it.
    func add(to store: Store<ToDoState>) {
        store.on(BeginSync.self) { state, _ in
            state.sync.hasBegun = true
            for entry in state.sync.outbox.refused { state.sync.outbox.retry(entry.key) }
            return find
        }
        store.on(CalendarFound.self) { state, found in
            if let problem = state.begin(with: found.address) { state.sync.problem = problem }
        }
        store.on(SyncFailed.self) { state, failure in
            state.sync.problem = failure.problem
            (state.sync.wantsPull, state.sync.isPulling) = (false, false)
            return askLater
        }
        store.on(AskServer.self) { state, _ in
            guard state.sync.isReady else { return find }
            state.sync.wantsPull = true
            return .none
        }
        store.on(ServerPulled.self) { state, pulled in
            state.sync.isPulling = false
            if state.take(pulled) {
                (state.sync.problem, state.sync.hasPulled) = (nil, true)
                // The network is there.
                state.sync.outbox.hurry()
            } else {
                state.sync.wantsPull = true
            }
            return askLater
        }
        store.on(OutboxAnswered<ToDoChange>.self) { state, answered in state.take(answered) }
        store.on(DecideConflict.self) { state, decision in state.decide(decision) }
        store.onChange(of: \.sync) { state, _ in proceed(&state.sync) }
    }

    /// Sends what may be sent now. Only when nothing is on its way is asked what is new: so an answer is never older than
    /// what is known already.
    private func proceed(_ sync: inout SyncState) -> Effect {
        guard sync.isReady else { return .none }
        let before = sync.outbox.counts.sending
        let sending = sync.outbox.send(by: sender)
        let count = sync.outbox.counts.sending
        if count > before { sync.isOutdated = sync.isPulling }
        guard count == 0, sync.wantsPull, !sync.isPulling else { return sending }
        (sync.wantsPull, sync.isPulling, sync.isOutdated) = (false, true, false)
        let token = sync.token
        return [sending, asking("pull") { [service] in try await service.pull(since: token) }]
    }

    private var find: Effect {
        asking("find") { [service] in CalendarFound(address: try await service.find()) }
    }

    private var askLater: Effect { .run("interval", .latest, after: service.interval) { AskServer() } }

    private func asking(
        _ id: String,
        _ body: nonisolated(nonsending) @escaping () async throws -> any Action
    ) -> Effect {
        .run(id, .latest, body) { SyncFailed(problem: SyncProblem($0)) }
    }
}

extension ToDoState {
    /// Begins to synchronise with a calendar. Returns why that is not possible; nil if it is.
    fileprivate mutating func begin(with address: String) -> SyncProblem? {
        if let other = sync.calendar, other != address {
            let text = "the list is synchronised with \(other). To fix: name that, or pass another --folder"
            return SyncProblem(kind: .otherCalendar, text: text)
        }
        (sync.isReady, sync.wantsPull) = (true, true)
        if sync.calendar == nil {
            sync.calendar = address
            for item in items { sync.note(item) }
        }
        return nil
    }
}
