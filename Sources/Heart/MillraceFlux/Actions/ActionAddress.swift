/// The address of an action, valid while it is being dispatched.
///
/// Handlers of all types of actions have one shape, so that routes, their order and their bookkeeping are compiled once
/// and not for each type. They get the action by its address. This is safe because a route is found by the type of the
/// action: only handlers that were registered for that type ever see the address.
@usableFromInline
struct ActionAddress {
    @usableFromInline let address: UnsafeRawPointer

    @usableFromInline
    init(_ address: UnsafeRawPointer) { self.address = address }

    /// The action, which must be of this type.
    @export(implementation)
    @inline(__always)
    func load<ActionType: Action>(as type: ActionType.Type) -> ActionType { address.load(as: type) }
}

/// An action in its place, and its type: all that finding and calling its handlers takes.
@usableFromInline
struct LocatedAction {
    let address: ActionAddress
    let type: ObjectIdentifier

    @usableFromInline
    init(_ address: UnsafeRawPointer, of type: any Action.Type) {
        self.address = ActionAddress(address)
        self.type = ObjectIdentifier(type)
    }
}
