import MillraceSignals
import Synchronization

/// The identity of a ``Registration``, to which its handlers refer. It is an object of its own, since handlers do not
/// keep their registration alive, and may outlive it by a dispatch.
package final class Registrant {
    private let name: String?

    /// Set once, on any thread, before its handlers are dropped.
    private let isEnded = Atomic<Bool>(false)

    /// Whether the family that the store is a member of, watchers of its state, or reactions are to know that a handler has
    /// changed the state.
    @exclusivity(unchecked) private(set) var isWatched = false

    /// Whether its reactions wait for the handlers of an action.
    @exclusivity(unchecked) var isToReact = false

    /// Scratch memory of `HandlerList.findLast()`: whether a later handler of this store was found.
    @exclusivity(unchecked) var hasLaterHandler = false

    /// The state of a store; nil for a bare callback.
    let state: (any AnyState)?

    /// Where the state is stored.
    let cell: Cell?

    /// The store's membership in a family; nil for any other store.
    private(set) var membership: (any FamilyMembership)?

    /// Whether the store is a member of a family.
    package var isMember: Bool { membership != nil }

    /// The families whose members follow the elements of the store's state, and the journal that keeps it.
    private var watchers: [WeakWatcher] = []

    /// The reactions to parts of the state, in the order in which they are called.
    @exclusivity(unchecked) private(set) var reactions: [Reaction] = []

    /// The lists in which handlers of other stores were registered with `after:` this one.
    private var precededLists: [ObjectIdentifier] = []

    init(_ name: String?, for state: (any AnyState)?) {
        self.name = name
        self.state = state
        cell = state?.cell
    }

    /// Its name in messages: the name that was given, or the type of the store.
    var label: String { membership?.label ?? name ?? state.map { "Store<\($0.valueType)>" } ?? "a callback" }

    /// Makes the store a member of a family, for good.
    func join(_ membership: any FamilyMembership) {
        self.membership = membership
        isWatched = true
    }

    /// Notifies a watcher of changes of the state, for as long as it lives.
    package func add(_ watcher: any StateWatcher) {
        watchers.removeAll { $0.watcher == nil }
        watchers.append(WeakWatcher(watcher: watcher))
        isWatched = true
    }

    /// The state, which is watched, has changed.
    @inline(never)
    func notifyWatchers(_ runner: TurnRunner) {
        membership?.memberChanged(runner)
        for watcher in watchers { watcher.watcher?.stateChanged() }
    }

    /// Adds a reaction, which is called for as long as the store is registered.
    func add(_ reaction: Reaction) {
        reactions.append(reaction)
        isWatched = true
    }

    /// Takes the state as it is: a change for which no reaction was called is none.
    func keepParts() {
        for reaction in reactions { reaction.keep() }
    }

    /// Hands over the reactions, for the caller to release.
    func takeReactions() -> [Reaction] { exchange(&reactions, with: []) }

    /// Notes that a handler of another store was registered with `after:` this one.
    func precedeOthers(in list: ObjectIdentifier) {
        if !precedesOthers(in: list) { precededLists.append(list) }
    }

    /// Whether a handler of another store was ever registered with `after:` this one.
    func precedesOthers(in list: ObjectIdentifier) -> Bool { precededLists.contains(list) }

    /// Whether the registration has ended. Can be asked on any thread.
    var hasEnded: Bool { isEnded.load(ordering: .acquiring) }

    /// Marks the end of the registration. Returns false if it was marked before. May be called on any thread.
    func end() -> Bool { !isEnded.exchange(true, ordering: .acquiringAndReleasing) }
}

/// The state of a store, whatever its type.
protocol AnyState: AnyObject {
    /// The present value.
    var anyValue: Any { get }

    /// Where the value is stored.
    var cell: Cell { get }

    var valueType: Any.Type { get }
}

extension Observable: AnyState {
    var anyValue: Any { value }
    var cell: Cell { box }
    var valueType: Any.Type { Value.self }
}
