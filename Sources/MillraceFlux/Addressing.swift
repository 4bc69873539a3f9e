import MillraceSignals
import Synchronization

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
    /// type is left as it is. Otherwise as ``dispatch(_:file:line:)``; where the action waits for the end of a turn it is dropped
    /// if the store is released meanwhile.
    ///
    /// To name a store of another dispatcher, or one that was unregistered, is a programmer's error.
    ///
    /// - Complexity: O(n) for the n handlers of this type that the store itself has, however many others there are,
    ///   plus the turn.
    @inlinable
    public func dispatch<ActionType: Action>(
        _ action: ActionType,
        to store: some StoreReference,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        requireRegistered(store.registration, "Dispatcher.dispatch(_:to:)", file, line)
        dispatch(action, to: store.registration, file, line)
    }

    @inlinable
    func dispatch<ActionType: Action>(
        _ action: ActionType,
        to registration: Registration,
        _ file: StaticString = #fileID,
        _ line: UInt = #line
    ) {
        withTurn { turn in
            requireDispatchable(ActionType.self, turn, file, line)
            guard turn.isRunning else { return deliver(action, to: registration, turn) }
            postpone(turn) { [weak registration] turn in
                if let registration { self.deliver(action, to: registration, turn) }
            }
        }
    }

    @inlinable
    func deliver<ActionType: Action>(_ action: ActionType, to registration: Registration, _ turn: Turn) {
        if notices.load(ordering: .relaxed) != 0, heedsNotices(action, to: registration, turn) { return }
        if let route = registration.ownRoutes?.find(ObjectIdentifier(ActionType.self)) {
            call(route, with: action, turn)
        }
    }
}
