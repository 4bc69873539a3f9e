import MillraceFlux
import MillraceSignals

/// The stores whose states a history keeps, as it knows them.
///
/// The history reads them when an action has been handled. That it sets them is up to handlers which it registers with
/// them, as law F1 wants: going back is an action like any other.
struct KeptStores {
    private var reads: [() -> Any] = []
    private var registrants: [Registrant] = []

    /// The states of all, in the order in which they were added.
    var snapshot: Timeline.Snapshot { reads.map { $0() } }

    /// Adds a store, and returns the place of its state in a snapshot.
    mutating func add<State>(_ store: Store<State>) -> Int {
        let state = store.state
        reads.append { state.value }
        registrants.append(store.registration.registrant)
        return reads.count - 1
    }

    /// Whether an action has changed one of them.
    func areChanged(by handled: HandledAction) -> Bool { registrants.contains { handled.hasChanged($0) } }
}

/// Keeps a value that is dropped while an action is handled until the turn is over: it is the user's, and its end may
/// set off anything.
func letGoAfterTurn(_ value: Any) {
    withTurn { $0.afterTurn { withExtendedLifetime(value) {} } }
}
