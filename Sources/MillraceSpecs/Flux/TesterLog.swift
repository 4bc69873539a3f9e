import Millrace

/// What has reached the stores of a tester's dispatcher, as it has left the store under test.
final class TesterLog<State>: Middleware {
    /// An action, and what the store has made of it.
    struct Entry {
        let action: any Action
        let state: State

        /// The identities of the effects that it has begun.
        let started: [AnyHashable?]
    }

    weak var store: Store<State>?

    /// What has not been expected yet, in order.
    var entries: [Entry] = []

    /// Where the tester was used last.
    var place: SourcePlace
    private var lastEffect = 0

    init(at place: SourcePlace) { self.place = place }

    func didHandle(_ handled: HandledAction) {
        guard let store else { return }
        let started = store.presentEffects.filter { $0.number > lastEffect }
        lastEffect = started.last?.number ?? lastEffect
        entries.append(Entry(action: handled.action, state: store.state.value, started: started.map(\.id)))
    }

    func fail(_ message: String) { record(message, at: place) }
}
