import MillraceFlux
import MillraceSignals

/// The stores whose states a history keeps.
///
/// The history reads them when an action has been handled. To set them, it registers handlers with them, as law F1
/// requires: going back is an action like any other.
struct TrackedStores {
    private var reads: [() -> Any] = []
    private var registrants: [Registrant] = []

    /// The states of all stores, in the order in which they were added.
    var snapshot: Timeline.Snapshot { reads.map { $0() } }

    /// Adds a store, and returns the index of its state in a snapshot.
    mutating func add<State>(_ store: Store<State>) -> Int {
        let state = store.state
        reads.append { state.value }
        registrants.append(store.registration.registrant)
        return reads.count - 1
    }

    /// Returns whether an action has changed one of the stores.
    func areChanged(by handled: HandledAction) -> Bool { registrants.contains { handled.hasChanged($0) } }
}

/// Releases a value that is dropped while an action is handled when the turn is over, because a user's `deinit` may do
/// anything.
func letGoAfterTurn(_ value: Any) {
    withTurn { $0.afterTurn { withExtendedLifetime(value) {} } }
}

/// Releases the states that a timeline has dropped when the turn is over; usually there are none.
func letGoAfterTurn(_ forgotten: [Timeline.Snapshot]) {
    if !forgotten.isEmpty { letGoAfterTurn(forgotten as Any) }
}
