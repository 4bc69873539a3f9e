import MillraceFlux
import MillraceSignals

/// The stores and families whose states a history keeps.
///
/// The history reads them when an action has been handled. To set them, it registers handlers with them, as law F1
/// requires: going back is an action like any other.
struct TrackedStores {
    private struct Tracked {
        let read: () -> Any
        let isChanged: (HandledAction) -> Bool
    }

    private var tracked: [Tracked] = []

    /// The states of all stores, in the order in which they were added.
    var snapshot: Timeline.Snapshot { tracked.map { $0.read() } }

    /// Adds a store, and returns the index of its state in a snapshot.
    mutating func add<State>(_ store: Store<State>) -> Int {
        let (state, registrant) = (store.state, store.registration.registrant)
        tracked.append(Tracked(read: { state.value }, isChanged: { $0.hasChanged(registrant) }))
        return tracked.count - 1
    }

    /// Adds a family, and returns the index of its states in a snapshot.
    mutating func add<Key, State>(_ family: TrackedFamily<Key, State>) -> Int {
        tracked.append(Tracked(read: { family.present }, isChanged: { _ in family.hasChanged }))
        return tracked.count - 1
    }

    /// Returns whether an action has changed one of the stores.
    func areChanged(by handled: HandledAction) -> Bool { tracked.contains { $0.isChanged(handled) } }
}

/// Releases a value that is dropped while an action is handled when the turn is over, because a user's `deinit` may do
/// anything.
func letGoAfterTurn(_ value: Any) {
    withRunner { $0.afterTurn { withExtendedLifetime(value) {} } }
}

/// Releases the states that a timeline has dropped when the turn is over; usually there are none.
func letGoAfterTurn(_ forgotten: [Timeline.Snapshot]) {
    if !forgotten.isEmpty { letGoAfterTurn(forgotten as Any) }
}
