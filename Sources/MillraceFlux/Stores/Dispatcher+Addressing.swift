import MillraceSignals

// Actions for one store alone, where several handle their type.

extension Dispatcher {
    /// Hands an action to one store alone: only its handlers are called.
    ///
    /// So two instances of one feature share a dispatcher, and a feature contains others:
    ///
    /// ```swift
    /// let (left, right) = (makePane(on: dispatcher), makePane(on: dispatcher))
    /// dispatcher.dispatch(Scroll(to: 10), to: left)       // the right one stays
    /// ```
    ///
    /// What the handlers' effects dispatch goes to the same store alone, unless they say otherwise: see
    /// ``Effect/Send``. Callbacks that are registered for all actions are not called. A store that does not handle the
    /// type is left as it is. Otherwise as ``dispatch(_:file:line:)``; an action that waits for the end of a turn is
    /// dropped if the store is released meanwhile.
    ///
    /// Precondition: the store is one of this dispatcher's and has not been unregistered. One that has left its
    /// ``StoreFamily`` handles nothing, and ``ActionGuard`` reports it.
    ///
    /// - Complexity: O(n) for the n handlers of this type that the store itself has, however many others there are,
    ///   plus the turn. The first action that is addressed to a store looks at all handlers of the store.
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
            let place = LocatedAction(address, of: ActionType.self)
            if !withTurn({ deliversStraight(place, to: registration, $0) }) {
                dispatch(action, at: place, to: registration, from: site)
            }
        }
    }

    /// Calls one store's handlers of an action where nothing stands in the way, as is the rule. Otherwise does nothing,
    /// and returns false.
    @usableFromInline
    func deliversStraight(_ action: LocatedAction, to registration: Registration, _ turn: Turn) -> Bool {
        deliversStraight(action, by: registration.borrowedRoutes, turn)
    }
}
