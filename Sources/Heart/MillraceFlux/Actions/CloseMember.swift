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
