import MillraceSignals

/// A store's membership in a family, as the dispatcher knows it.
package protocol FamilyMembership: AnyObject {
    /// The store's name in messages: the family, and the member's key.
    var label: String { get }

    /// A handler has changed the state of the store.
    func memberChanged(_ runner: TurnRunner)
}

/// An object that is notified when the state of a store has changed.
package protocol StateWatcher: AnyObject {
    /// A handler has changed the state, or a history has. Further handlers may follow.
    func stateChanged()
}

/// A follower of the state of a store, or of the members of a family: a family, whose members are those of its
/// elements.
protocol StateFollower: StateWatcher {
    /// How many families it depends on. Those that depend on fewer follow first.
    var depth: Int { get }

    /// Follows the state, when all handlers have returned and nothing else has happened.
    func follow(_ runner: TurnRunner)
}

/// A watcher, which is not kept.
struct WeakWatcher { weak let watcher: (any StateWatcher)? }
