import Millrace
import MillraceOffline

/// What the store does for a server: whatever changes, it sends what waits, and then asks what is new.
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
        }
        store.on(Pulled<ServerNews>.self) { state, pulled in
            guard let news = state.sync.pull.take(pulled, beside: state.sync.outbox) else { return }
            state.take(news, isWhole: pulled.isWhole)
        }
        store.on(OutboxAnswered<ToDoChange>.self) { state, answered in state.take(answered) }
        store.on(DecideConflict.self) { state, decision in state.decide(decision) }
        store.onChange(of: \.sync) { state, _ in
            guard state.sync.hasBegun else { return .none }
            // The first answer of a run says that the calendar is the right one: nothing is sent before.
            let sending = state.sync.pull.hasAnswered ? state.sync.outbox.send(by: sender) : .none
            let source = source(of: state.sync.calendar)
            return [sending, state.sync.pull.ask(source, beside: state.sync.outbox)]
        }
    }

    /// - Parameter calendar: That with which the list is synchronised; nil for the one that is found.
    private func source(of calendar: String?) -> PullSource<ServerNews> {
        let service = service
        return PullSource(every: service.interval) { token in
            try await service.pull(since: token, of: calendar)
        } catching: { error in
            .failed(SyncProblem(error))
        }
    }
}
