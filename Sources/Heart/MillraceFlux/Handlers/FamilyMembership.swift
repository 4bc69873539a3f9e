import MillraceSignals

/// What makes a store a member of a family, as the dispatcher knows it.
package protocol FamilyMembership: AnyObject {
    /// What messages call the store: the family, and the member's key.
    var label: String { get }

    /// A handler has changed the state of the store.
    func memberChanged(_ runner: TurnRunner)
}

/// What follows the state of a store: a family, whose members are those of its elements.
protocol StateFollower: AnyObject {
    /// A handler has changed the state. Further handlers may follow.
    func stateChanged()

    /// Follows the state, when all handlers have returned and nothing else has happened.
    func follow(_ runner: TurnRunner)
}
