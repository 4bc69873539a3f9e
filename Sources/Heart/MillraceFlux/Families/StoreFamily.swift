import MillraceBase
import MillraceSignals

/// A store for each element of another store's state, by the element's key: for a feature that exists many times.
///
/// ```swift
/// struct Lobby { var roomIDs: [String] = [] }
///
/// let rooms = StoreFamily(of: lobby, \.roomIDs, name: "rooms") { id in
///     makeRoom(id, with: services, on: dispatcher)
/// }
/// dispatcher.dispatch(Joined(room: "tea"))                     // the lobby's handler appends its id
/// rooms.dispatch(Say(text: "hello"), to: "tea")
/// print(rooms["tea"]?.state.value.messages.count ?? 0)        // prints 1
/// ```
///
/// **Lifetime of members.** The store of an element is called a member. It lives, with its effects, exactly as long as
/// its element (law F8). Both change in one turn: when all handlers of an action have returned, the family compares the
/// keys with the former ones, creates the stores of new elements and drops those of removed ones. So an observer never
/// sees an element without its member. A member whose element was removed handles no actions any more, and its effects
/// are cancelled; while the store is held, one can read its last state.
///
/// **Dispatching.** ``dispatch(_:to:file:line:)`` reaches one member. `Dispatcher.dispatch(_:file:line:)` reaches every
/// store that handles the type, all members included. An action that an effect of a member dispatches goes to that
/// member only, even if the effect was started by an action for all stores; use `send.toParent(_:)`, `send.toAll(_:)`,
/// `send(_:to:)` or `send(_:to:in:)` to reach others. A member asks to be closed with ``Effect/close``.
///
/// **Which one.** Of a list, the keys are identities. Of a child that is there or not, see
/// ``init(of:optional:name:making:_:)-(Store<Parent>,_,_,_,_)``. The parent may be a family, too: the key is then a
/// ``ChildKey``. In `MillraceApp` there are families of the screens of a route.
///
/// **Observing.** Observe one member by its store, ``subscript(_:)``, or by its key, ``state(of:)``. Observe all of
/// them with ``collect(_:)``, or with ``changes``, which emits the keys of exactly the members that changed.
///
/// **Recording and testing.** Recordings, replays, histories and testers take a family where they take a store:
/// see ``StateHolding``.
///
/// **Cost.** A dispatch to one member costs the same however many members there are. After an action that the parent
/// handles, the family compares the elements: O(1) for an array or a table that did not change, otherwise O(n) for n
/// elements. The family keeps the former elements for this, so the parent's next change of an array of elements copies
/// the array.
///
/// **Ownership.** The family keeps its members and the parent. Keep the family for as long as you use it. It belongs to
/// the dispatcher's isolation domain.
public final class StoreFamily<Key: Hashable, State> {
    /// When members are made.
    public enum Making: Sendable {
        /// In the turn in which their elements appear.
        case withElements
        /// When a member is first asked for by its key, for many elements of which few are used. Until then the member
        /// does not exist, so actions for all stores do not reach it.
        case whenAsked
    }

    /// The name of the family, from which messages and recordings make the names of its members: `rooms[tea]`.
    @export(implementation) public var name: String { core.name }

    /// The dispatcher of the members and of the parent.
    @export(implementation) public var dispatcher: Dispatcher { core.dispatcher }

    /// The part that does not depend on the types of the keys and the states. All else is compiled where families are
    /// used: an app without families would have it for nothing.
    @usableFromInline let core: FamilyCore

    /// The members that have been made.
    @exclusivity(unchecked) @usableFromInline var members: [Key: Store<State>] = [:]

    /// The keys of the elements, each once and in their order.
    @export(implementation) public var keys: [Key] { allKeys }
    @exclusivity(unchecked) @usableFromInline var allKeys: [Key] = []
    @exclusivity(unchecked) @usableFromInline var present: Set<Key> = []

    @usableFromInline let making: Making
    @usableFromInline let make: (Key) -> Store<State>

    /// The store whose state has the element of a key.
    @usableFromInline let parent: (Key) -> Registration?

    /// The keys of the parent's elements; nil where they are those of the last call.
    @usableFromInline let readKeys: () -> [Key]?

    /// The keys by the names of their members, if a replay has asked for them since the elements changed.
    @exclusivity(unchecked) @usableFromInline var keysByName: [String: Key] = [:]

    /// The closure that gives members that come again with the elements of this action their states: see
    /// ``restore(_:by:)``.
    @exclusivity(unchecked) @usableFromInline var returning: [Key: (inout State) -> Void] = [:]

    /// The snapshots that a journal gets back, of members that come again with the elements of this action, and are not made.
    @exclusivity(unchecked) @usableFromInline var returningSnapshots: [Key: Any] = [:]

    /// The states of single members as observables, which outlive the members: nil while there is no member.
    @usableFromInline typealias StatesByKey = KeyedObservables<Key, Observable<State>?, State?>
    @exclusivity(unchecked) @usableFromInline var madeStatesByKey: StatesByKey?

    /// Only stores its arguments: a designated initialiser is compiled for every app.
    @export(implementation)
    init(
        _ core: FamilyCore,
        _ making: Making,
        parent: @escaping (Key) -> Registration?,
        readKeys: @escaping () -> [Key]?,
        make: @escaping (Key) -> Store<State>
    ) {
        self.core = core
        self.making = making
        self.parent = parent
        self.make = make
        self.readKeys = readKeys
    }

    /// What follows the elements. It does not keep the family.
    @export(implementation)
    func following() -> (TurnRunner) -> Void {
        { [weak self] runner in
            guard var family = self else { return }
            family.follow(runner)
            // Making a member may have released the family, whose captures go when the action is over.
            if isKnownUniquelyReferenced(&family) { letGoLater(family) }
        }
    }

    @export(implementation)
    func begin(following parent: Registration) {
        core.begin(self, following: parent, following())
    }

    /// Creates a family with a member for each key in the state of a store.
    ///
    /// - Parameters:
    ///   - parent: The store whose state says which elements there are. The family keeps it.
    ///   - keys: Reads the keys. An unchanged stored array is compared in O(1); one that is computed with each call is
    ///     compared key by key. A key that occurs twice counts once.
    ///   - name: The name. Recordings identify the families and stores of one dispatcher by their names, so give each a
    ///     name of its own.
    ///   - making: When members are made.
    ///   - close: Removes an element from the parent's state: called when its member asks to be closed, with
    ///     ``Effect/close``. It is part of a handler of the parent. If you leave it out, a member that asks traps.
    ///   - make: Makes the store of a key, on the parent's dispatcher; a new store with each call, otherwise it traps.
    ///     Called during a dispatch, when all handlers have returned: it may read the parent's state, and must not
    ///     dispatch.
    @export(implementation)
    public convenience init<Parent, Keys: Collection<Key> & Equatable>(
        of parent: Store<Parent>,
        _ keys: @escaping (Parent) -> Keys,
        name: String,
        making: Making = .withElements,
        closing close: ((inout Parent, Key) -> Void)? = nil,
        _ make: @escaping (Key) -> Store<State>
    ) {
        let former = Memory<Keys?>(nil)
        weak let registration = parent.registration
        self.init(FamilyCore(name, on: parent.dispatcher), making) { _ in
            registration
        } readKeys: {
            let present = keys(parent.state.value)
            if present == former.value { return nil }
            former.value = present
            return Array(present)
        } make: {
            make($0)
        }
        if let close { closeMembers(in: parent, by: close) }
        begin(following: parent)
    }
}

// MARK: - Members

extension StoreFamily {
    /// The store of an element; nil if there is no such element.
    ///
    /// In a family with ``Making/whenAsked`` this creates the store. If you keep a store after its element was removed,
    /// you can read its last state; actions dispatched to it are not handled. O(1).
    @export(implementation)
    public subscript(key: Key) -> Store<State>? { members[key] ?? asked(for: key) }

    /// Whether there is an element with a key. O(1).
    @export(implementation)
    public func contains(_ key: Key) -> Bool { present.contains(key) }

    /// The number of elements. O(1).
    @export(implementation) public var count: Int { present.count }

    /// The member that is made because it is asked for.
    @export(implementation)
    func asked(for key: Key) -> Store<State>? {
        making == .whenAsked && present.contains(key) ? makeMember(key) : nil
    }

    /// Dispatches an action to one member: only its handlers are called.
    ///
    /// Otherwise it works as ``Dispatcher/dispatch(_:to:file:line:)``. If there is no element with this key, the
    /// action is not handled. That is not an error, because elements may be removed at any time; ``Middleware/actionGuard(limit:to:)`` reports
    /// it like every action without a handler.
    ///
    /// - Complexity: O(n) for the member's n handlers of this type, however many members there are, plus the turn.
    @export(implementation)
    public func dispatch<ActionType: Action>(
        _ action: ActionType,
        to key: Key,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        if let member = self[key] { return dispatcher.dispatch(action, to: member, file: file, line: line) }
        core.dispatchToNobody(action, absent(key), CallSite(file, line))
    }

    /// The stand-in for a member that is not there.
    @export(implementation)
    func absent(_ key: Key) -> Registration { core.absent(FamilyMember(key, of: core.log)) }

    @export(implementation)
    func makeMember(_ key: Key) -> Store<State> {
        let member = FamilyMember(key, of: core.log)
        let store = core.making(member) { make(key) }
        member.parent = parent(key)
        core.join(store, on: store.dispatcher, as: member)
        // Making it may have asked for it, and so have made one before.
        letGo(members.updateValue(store, forKey: key))
        core.log.noteMaking(key)
        madeStatesByKey?.entries[key]?.source.value = store.state
        return store
    }
}

// MARK: - Following the elements

extension StoreFamily {
    @export(implementation)
    func follow(_ runner: TurnRunner) {
        let returning = exchange(&returning, with: [:])
        let snapshots = exchange(&returningSnapshots, with: [:])
        defer { if !returning.isEmpty { runner.afterTurn { withExtendedLifetime(returning) {} } } }
        let (formerKeys, former) = (keys, present)
        defer { if !returning.isEmpty { bringBack(returning, among: formerKeys, runner) } }
        guard let found = readKeys() else { return }
        present = Set(found)
        allKeys = present.count == found.count ? found : unique(found)
        keysByName = [:]
        for key in formerKeys where !present.contains(key) { remove(key, runner) }
        for key in keys where !former.contains(key) { add(key, returning[key], snapshots[key], runner) }
        core.log.notifyFollowers()
        if !former.isEmpty { runner.afterTurn { withExtendedLifetime((formerKeys, former)) {} } }
    }

    @export(implementation)
    func add(_ key: Key, _ restore: ((inout State) -> Void)?, _ snapshot: Any?, _ runner: TurnRunner) {
        if core.isJournaled {
            let member = FamilyMember(key, of: core.log)
            core.notifyJournal(of: member, appeared: true)
            if let snapshot { core.notifyJournal(of: member, returnedWith: snapshot) }
        }
        if making == .withElements || restore != nil || madeStatesByKey?.entries[key]?.isUsed == true {
            // Making another may have asked for it.
            let store = members[key] ?? makeMember(key)
            if let restore { bringBack(store, isNew: true, runner, restore) }
        }
        core.log.note(key, appeared: true, runner)
    }

    /// Makes the members whose elements were there all the time, and changes their states.
    @export(implementation)
    func bringBack(_ returning: [Key: (inout State) -> Void], among keys: [Key], _ runner: TurnRunner) {
        for key in keys where present.contains(key) && members[key] == nil {
            guard let restore = returning[key] else { continue }
            bringBack(makeMember(key), isNew: false, runner, restore)
        }
    }

    @export(implementation)
    func bringBack(_ store: Store<State>, isNew: Bool, _ runner: TurnRunner, _ restore: (inout State) -> Void) {
        change(store, runner, restore)
        core.memberReturned(store, isNew: isNew, runner)
    }

    @export(implementation)
    func remove(_ key: Key, _ runner: TurnRunner) {
        core.log.noteLeaving(key)
        let former = members.takeEntry(of: key)
        if let store = former?.value {
            core.dismiss(store, runner)
            madeStatesByKey?.entries[key]?.source.value = nil
        }
        core.log.note(key, appeared: false, runner)
        if core.isJournaled { core.notifyJournal(of: FamilyMember(key, of: core.log), appeared: false) }
        letGo(former)
    }

    @export(implementation)
    func unique(_ keys: [Key]) -> [Key] {
        var seen: Set<Key> = []
        return keys.filter { seen.insert($0).inserted }
    }
}
