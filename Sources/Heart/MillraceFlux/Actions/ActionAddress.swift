/// The address of an action and its type, valid while the action is being dispatched: all that finding and calling its
/// handlers takes.
///
/// Handlers of all types of actions have one shape, so that their lists, their order and their bookkeeping are compiled
/// once and not for each type. They get the action by its address. This is safe because a list is found by the type of
/// the action: only handlers that were registered for that type ever see the address.
@usableFromInline
struct ActionAddress {
    @usableFromInline let address: UnsafeRawPointer
    @usableFromInline let type: ObjectIdentifier

    @usableFromInline
    init(_ address: UnsafeRawPointer, of type: any Action.Type) {
        self.address = address
        self.type = ObjectIdentifier(type)
    }
}
