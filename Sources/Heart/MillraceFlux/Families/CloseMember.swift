import MillraceBase
import MillraceSignals

/// The action by which a member of a ``StoreFamily`` asks to be closed, without knowing its family or its parent.
///
/// ```swift
/// let editors = StoreFamily(of: list, optional: \.editedID, name: "editor") { id in
///     Store(Draft(), on: dispatcher) { store in
///         store.on(Cancel.self) { _, _ in .close }        // the list's editedID becomes nil, and the editor goes
///     }
/// }
/// ```
///
/// Handlers and effects ask with ``Effect/close`` and ``Effect/Send/close()``. The action is dispatched to the parent
/// alone, where a handler that the family has registered removes the element, with `closing:`. So only the parent's state
/// changes, and the member goes in that turn, with its effects. A member that is gone already is not closed again.
///
/// The action names the member, and is `Codable`: it is recorded and replayed, and it can be a step of an undo history.
/// In a test it is expected as `tester.receive(CloseMember("editor[7]"))`.
public struct CloseMember: Action, Equatable, Codable {
    /// The name of the member: `editor[7]`. Of a store that is no member of a family, the name of the store.
    public var member: String

    /// Creates an action that closes a member.
    public init(_ member: String) {
        self.member = member
    }
}

extension StoreFamily {
    /// Handles, in the parent, what members ask.
    @export(implementation)
    func closeMembers<Parent>(in parent: Store<Parent>, by close: @escaping (inout Parent, Key) -> Void) {
        core.log.closesMembers = true
        parent.on(CloseMember.self) { [weak self] state, action in
            if let key = self?.key(called: action.member) { close(&state, key) }
        }
    }
}

extension Registrant {
    /// Ends the process where the family has no way to close the member.
    func requireClosing(at site: CallSite?) {
        guard let membership, membership.parent != nil, !membership.canBeClosed else { return }
        stop(
            """
            Effect.close: \(label) asks to be closed, and its family cannot. \
            To fix: pass StoreFamily.init `closing:`, a closure that removes the element from the parent's state.
            """,
            at: site
        )
    }
}

extension Dispatcher {
    /// Dispatches an action to the parent of a member; to all stores where the store is no member of a family.
    func dispatch(_ action: some Action, toParentOf store: Registrant, by origin: ActionOrigin) {
        guard let membership = store.membership else { return dispatch(action, by: origin) }
        // A member whose family is gone has no parent any more.
        if let parent = membership.parent { dispatch(action, at: nil, to: parent, by: origin) }
    }

    #if DEBUG
    /// Reports, once for each type, that an effect sends an action to a store alone, which does not handle it, while
    /// others do.
    func reportLost<ActionType: Action>(_ action: ActionType, to store: Registration) {
        let type = ObjectIdentifier(ActionType.self)
        if store.ownHandlers.find(type)?.takeUnretainedValue().firstStore != nil { return }
        guard let other = handlers.find(type)?.takeUnretainedValue().firstStore, reportedTypes.insert(type).inserted
        else {
            return
        }
        let name = store.registrant.label
        writeToStandardError(
            """
            Effect.Send: \(ActionType.self), which an effect of \(name) dispatches to \(name) alone, is not handled there, \
            and \(other) handles it. \
            To fix: dispatch it with send.toAll(_:), with send.toParent(_:) or, to one store, with send(_:to:).
            """
        )
    }
    #endif
}
