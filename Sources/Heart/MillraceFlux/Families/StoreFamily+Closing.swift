import MillraceBase
import MillraceSignals

extension StoreFamily {
    /// Handles, in the parent, the requests of members.
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
        guard let member = membership as? AnyFamilyMember, member.parent != nil, !member.canBeClosed else { return }
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
        if let parent = (membership as? AnyFamilyMember)?.parent { dispatch(action, at: nil, to: parent, by: origin) }
    }
}
