import MillraceBase
import MillraceSignals

// Actions for one store alone, where several handle their type.

extension Dispatcher {
    /// Dispatches an action to one store: only the handlers of that store are called.
    ///
    /// Use it if two instances of one feature share a dispatcher, or if a feature contains others:
    ///
    /// ```swift
    /// let (left, right) = (makePane(on: dispatcher), makePane(on: dispatcher))
    /// dispatcher.dispatch(Scroll(to: 10), to: left)       // the right one stays
    /// ```
    ///
    /// Actions that the effects of the handlers dispatch go to the same store, unless they name another: see
    /// ``Effect/Send``. Callbacks that are registered for all actions are not called. If the store does not handle the
    /// type, nothing changes. Otherwise like ``dispatch(_:file:line:)``; an action that waits for the end of a turn is
    /// dropped if the store is released meanwhile.
    ///
    /// Precondition: the store is on this dispatcher and has not been unregistered. A member that has left its
    /// ``StoreFamily`` handles nothing, and ``Middleware/actionGuard(limit:to:)`` reports the action.
    ///
    /// - Complexity: O(n) for the n handlers of this type that the store has, however many other stores there are, plus
    ///   the turn. The first action that is addressed to a store also takes O(m) for all m handlers of the store.
    @export(implementation)
    public func dispatch<ActionType: Action>(
        _ action: ActionType,
        to store: some StoreReference,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        let (registration, site) = (store.registration, CallSite(file, line))
        requireAddressable(registration, "Dispatcher.dispatch(_:to:)", site)
        withUnsafePointer(to: action) { address in
            let place = ActionAddress(address, of: ActionType.self)
            if !withRunner({ deliverStraight(place, to: registration, $0) }) {
                dispatch(action, at: place, to: registration, from: site)
            }
        }
    }

    /// Calls one store's handlers of an action where nothing stands in the way, as is the rule. Otherwise does nothing,
    /// and returns false.
    @usableFromInline
    func deliverStraight(_ action: ActionAddress, to registration: Registration, _ runner: TurnRunner) -> Bool {
        deliverStraight(action, by: registration.borrowedHandlers, runner)
    }
}
