import MillraceSignals
import Synchronization

/// A callback's being registered with a dispatcher: it is called for as long as its registration lives.
///
/// Whoever registers keeps the registration; releasing it unregisters, as ``Dispatcher/unregister(_:file:line:)`` does. The last
/// reference may go on any thread: on the main thread a callback of a dispatcher that was made there is dropped at
/// once; elsewhere it is marked, is not called again, and is dropped at the next dispatch. A registration does not keep
/// the dispatcher.
public final class Registration {
    package let registrant: Registrant
    private weak var dispatcher: Dispatcher?

    /// The ways of the actions that are addressed to a store: the store's own entries alone. Nil where it has none.
    @exclusivity(unchecked) @usableFromInline var ownRoutes: RouteTable?

    /// The effects of a store that has some.
    private var madeEffects: Effects?

    init(_ label: String, with dispatcher: Dispatcher, for state: (any AnyState)? = nil) {
        registrant = Registrant(label, for: state)
        self.dispatcher = dispatcher
    }

    deinit {
        if leave() { dispatcher?.release(registrant) }
    }

    /// From now on nothing is called any more, and nothing comes of effects. On any thread. False where it had left
    /// before.
    @discardableResult
    func leave() -> Bool {
        guard !registrant.isRemoved.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        madeEffects?.close()
        return true
    }

    func isWith(_ dispatcher: Dispatcher) -> Bool { self.dispatcher === dispatcher }

    /// The effects of the store.
    @usableFromInline var effects: Effects {
        if let madeEffects { return madeEffects }
        let made = Effects(of: self, with: dispatcher)
        madeEffects = made
        return made
    }

    /// Takes on an entry of a store, for what is addressed to it.
    func add<ActionType: Action>(_ entry: Entry<ActionType>) {
        let type = ObjectIdentifier(ActionType.self)
        let ownRoutes = ownRoutes ?? RouteTable()
        self.ownRoutes = ownRoutes
        if let route = ownRoutes.find(type) {
            unsafeDowncast(route.takeUnretainedValue(), to: Route<ActionType>.self).add(entry)
        } else {
            let route = Route<ActionType>(isOfOneStore: true)
            route.add(entry)
            ownRoutes.add(route, for: type)
        }
    }
}

/// Who registered, as the dispatcher's entries know it: a name for messages, what it changes, and whether it has left.
@usableFromInline
package final class Registrant {
    let label: String

    /// Set once, on any thread.
    @usableFromInline let isRemoved = Atomic<Bool>(false)

    /// The state of a store; nil for a bare callback.
    let state: (any AnyState)?

    /// Where that lies.
    @usableFromInline let cell: Cell?

    init(_ label: String, for state: (any AnyState)?) {
        self.label = label
        self.state = state
        cell = state?.cell
    }
}
