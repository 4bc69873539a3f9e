import MillraceSignals

/// The stores of one feature that exists many times: one for each element of a state, by the element's key.
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
/// **Life.** A member lives, with its effects, exactly as long as its element (law F8). Both come and go in one turn:
/// when all handlers of an action have returned, the family compares the keys with those before, makes the stores of
/// the new ones and dismisses those of the others. So an observer never sees an element without its member. A member
/// that is gone handles nothing, its effects are cancelled, and its state stays what it was for those who still hold
/// the store.
///
/// **Speaking to members.** ``dispatch(_:to:file:line:)`` reaches one member. `Dispatcher.dispatch(_:file:line:)` reaches
/// every store that handles the type, all members included. What an effect of a member dispatches goes to that member
/// alone, however it was asked for; `send.toAll(_:)`, `send(_:to:)` and `send(_:to:in:)` say otherwise.
///
/// **Observing.** One member by its store, ``subscript(_:)``, or by its key, ``state(of:)``; the whole by
/// ``collect(_:)``, or by ``changes``, which tells the keys of exactly the members that changed.
///
/// **Recording and testing.** Recordings, replays, histories and testers take a family where they take a store:
/// see ``StateHolding``.
///
/// Cost: a dispatch to one member costs the same however many there are. An action that the parent handles compares the
/// elements: O(1) for an array or a table that was not touched, otherwise O(n) for n elements. Members are kept by the
/// family, and the family by whoever uses it; it keeps the parent. It belongs to the dispatcher's domain.
public final class StoreFamily<Key: Hashable, State> {
    /// When members are made.
    public enum Making: Sendable {
        /// In the turn in which their elements appear.
        case withElements
        /// When they are first asked for by their keys, and in no other way: a member that nobody has asked for handles
        /// nothing. For many elements of which few are used.
        case whenAsked
    }

    /// The name, by which messages and recordings call the members: `rooms[tea]`.
    public let name: String

    /// The dispatcher of the members and of the parent.
    public let dispatcher: Dispatcher

    /// The members that have been made.
    @exclusivity(unchecked) @usableFromInline private(set) var members: [Key: Store<State>] = [:]

    /// The keys of the elements, each once and in their order.
    public private(set) var keys: [Key] = []

    let log: FamilyLog<Key>
    private var present: Set<Key> = []
    private let making: Making
    private let make: (Key) -> Store<State>

    /// The keys of the parent's elements; nil where they are those of the last call.
    private let readKeys: () -> [Key]?

    /// The keys by the names of their members, if a replay has asked for them since the elements changed.
    private var keysByName: [String: Key] = [:]

    private var isDue = false

    /// States of members that come again with the elements of this action: see ``restore(_:by:)``.
    private var returning: [Key: State] = [:]

    /// Registers what the family itself handles: the actions of histories.
    private let registration: Registration

    /// What is observed of single members.
    private var madePresences: FamilyPresences<Key, State>?

    private init(
        _ name: String,
        of parent: Registration,
        on dispatcher: Dispatcher,
        _ making: Making,
        readKeys: @escaping () -> [Key]?,
        make: @escaping (Key) -> Store<State>
    ) {
        self.name = name
        self.dispatcher = dispatcher
        self.making = making
        self.make = make
        self.readKeys = readKeys
        log = FamilyLog(of: name, in: dispatcher.home)
        registration = Registration(name, with: dispatcher)
        parent.registrant.add(self)
        withTurn { turn in
            turn.enter(self, named: name)
            turn.collect { follow(turn) }
        }
    }

    /// Makes a family with a member for each key in the state of a store.
    ///
    /// - Parameters:
    ///   - parent: The store whose state says which elements there are. The family keeps it.
    ///   - keys: Reads the keys. A stored property that is not touched costs nothing to compare; one that is made anew
    ///     with each call is compared key by key. A key that occurs twice counts once.
    ///   - name: The name. Families and stores of one dispatcher are told apart by their names in recordings.
    ///   - making: When members are made.
    ///   - make: Makes the store of a key, on the parent's dispatcher; a new one for each call. Called during a
    ///     dispatch, when all handlers have returned: it may read the parent's state, and does not dispatch.
    public convenience init<Parent, Keys: Collection<Key> & Equatable>(
        of parent: Store<Parent>,
        _ keys: @escaping (Parent) -> Keys,
        name: String,
        making: Making = .withElements,
        _ make: @escaping (Key) -> Store<State>
    ) {
        let former = Memory<Keys?>(nil)
        self.init(name, of: parent, on: parent.dispatcher, making) {
            let present = keys(parent.state.value)
            if present == former.value { return nil }
            former.value = present
            return Array(present)
        } make: {
            make($0)
        }
    }

    /// Makes a family with a member for each identifiable element in the state of a store.
    ///
    /// ```swift
    /// let rooms = StoreFamily(of: lobby, elements: \.rooms, name: "rooms") { id in makeRoom(id, on: dispatcher) }
    /// ```
    ///
    /// Otherwise as the form for keys. An element that changes and keeps its identity keeps its member.
    public convenience init<Parent, Elements: Collection & Equatable>(
        of parent: Store<Parent>,
        elements: @escaping (Parent) -> Elements,
        name: String,
        making: Making = .withElements,
        _ make: @escaping (Key) -> Store<State>
    ) where Elements.Element: Identifiable, Elements.Element.ID == Key {
        let former = Memory<Elements?>(nil)
        self.init(name, of: parent, on: parent.dispatcher, making) {
            let present = elements(parent.state.value)
            if present == former.value { return nil }
            former.value = present
            return present.map(\.id)
        } make: {
            make($0)
        }
    }
}

// MARK: - Members

extension StoreFamily {
    /// The store of an element; nil where there is no such element.
    ///
    /// Whoever keeps the store of a member that is gone keeps its last state. What is dispatched to it is handled by
    /// nobody. O(1).
    @export(implementation)
    public subscript(key: Key) -> Store<State>? { members[key] ?? asked(for: key) }

    /// Whether there is an element with a key. O(1).
    public func contains(_ key: Key) -> Bool { present.contains(key) }

    /// The number of elements. O(1).
    public var count: Int { present.count }

    /// The member that is made because it is asked for.
    @usableFromInline
    func asked(for key: Key) -> Store<State>? {
        making == .whenAsked && present.contains(key) ? makeMember(key) : nil
    }

    /// Hands an action to one member alone: only its handlers are called.
    ///
    /// As ``Dispatcher/dispatch(_:to:file:line:)``. Where there is no element with the key, nobody handles the action;
    /// that is no error, since elements go at any time, and ``ActionGuard`` reports it as it does whatever nobody
    /// handles.
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
        dispatchToNobody(action, key, CallSite(file, line))
    }

    @usableFromInline
    func dispatchToNobody(_ action: any Action, _ key: Key, _ site: CallSite) {
        dispatcher.dispatch(action, to: absent(key), from: site)
    }

    /// What stands for a member that is not there.
    func absent(_ key: Key) -> Registration { Registration(absent: FamilyMember(key, in: log), from: dispatcher) }

    private func makeMember(_ key: Key) -> Store<State> {
        let store = make(key)
        guard store.dispatcher === dispatcher, store.registrant.membership == nil, !store.registrant.hasLeft else {
            stop(
                """
                StoreFamily.init: the store that was made for \(name)[\(key)] is not a new one of the parent's \
                dispatcher. To fix: let the closure make a store with each call, on the dispatcher of the parent.
                """
            )
        }
        store.registrant.join(FamilyMember(key, in: log))
        members[key] = store
        madePresences?.set(store.state, of: key)
        return store
    }
}

// MARK: - Following the elements

extension StoreFamily: StateFollower {
    func stateChanged() {
        if isDue { return }
        isDue = true
        dispatcher.followsLater(self)
    }

    func follow(_ turn: Turn) {
        isDue = false
        let restored = exchange(&returning, with: [:])
        defer { if !restored.isEmpty { turn.afterTurn { withExtendedLifetime(restored) {} } } }
        guard let found = readKeys() else { return }
        let (formerKeys, former) = (keys, present)
        present = Set(found)
        keys = present.count == found.count ? found : unique(found)
        keysByName = [:]
        for key in formerKeys where !present.contains(key) { remove(key, turn) }
        for key in keys where !former.contains(key) { add(key, restored[key], turn) }
        if !former.isEmpty { turn.afterTurn { withExtendedLifetime((formerKeys, former)) {} } }
    }

    private func add(_ key: Key, _ restored: State?, _ turn: Turn) {
        if making == .withElements || restored != nil || madePresences?.isUsed(key) == true {
            let store = makeMember(key)
            if let restored { set(restored, of: store, turn) { $0 = $1 } }
        }
        log.note(.appeared, of: key, turn)
    }

    private func remove(_ key: Key, _ turn: Turn) {
        if let store = members.removeValue(forKey: key) {
            dispatcher.dismiss(store, turn)
            madePresences?.set(nil, of: key)
        }
        log.note(.disappeared, of: key, turn)
    }

    private func unique(_ keys: [Key]) -> [Key] {
        var seen: Set<Key> = []
        return keys.filter { seen.insert($0).inserted }
    }
}

// MARK: - Observing

extension StoreFamily {
    /// The state of a member while there is one, and nil while there is none: an observable over all lives of a key.
    ///
    /// It changes in the turn in which the element appears or goes, or a handler of the member runs. It keeps neither
    /// the family nor the member. O(1).
    public func state(of key: Key) -> Observable<State?> {
        let presences = madePresences ?? FamilyPresences(in: dispatcher.home)
        madePresences = presences
        return presences.state(of: key, now: self[key]?.state)
    }

    /// What became of the members, after each turn in which anything did: the keys of exactly those that appeared,
    /// changed or disappeared.
    ///
    /// ```swift
    /// rooms.changes.observe(for: self) { screen, changes in screen.reload(changes.changed) }
    /// ```
    ///
    /// Emits when the turn is settled; what its observers set makes the next turn (law O8). Never finishes. It does not
    /// keep the family. O(n) for the n members that something became of, however many there are.
    public var changes: Signal<FamilyChanges<Key>> {
        let (reader, box) = (log.makeReader(), Box(FamilyChanges<Key>()))
        let changes = Observable(from: log.pulse, box: box) { node in
            if reader.isEmpty { return false }
            box.write(reader.take(), of: node)
            return true
        }
        return changes.changes
    }

    /// What a function makes of the state of each member, by their keys: one observable over all of them.
    ///
    /// ```swift
    /// let unread = rooms.collect(\.unreadCount).map { $0.values.reduce(0, +) }
    /// ```
    ///
    /// It changes in the turn in which any of the members does, appears or disappears, and asks `transform` only about
    /// those. Members that are made when asked for are all made. It does not keep the family: when that is released,
    /// it stays what it was. O(n) for the n members that changed; a copy of the dictionary that an observer keeps is
    /// copied at the next change.
    public func collect<Value>(_ transform: @escaping (State) -> Value) -> Observable<[Key: Value]> {
        let (reader, box) = (log.makeReader(), Box<[Key: Value]>())
        let isFilled = Memory(false)
        return Observable(from: log.pulse, box: box) { [weak self] node in
            guard let self else { return false }
            let changes = reader.take()
            func value(_ key: Key) -> Value? { self[key].map { transform($0.state.value) } }
            if !isFilled.value {
                isFilled.value = true
                box.write(keys.reduce(into: [:]) { $0[$1] = value($1) }, of: node)
                return true
            }
            if changes.isEmpty { return false }
            let present = (changes.appeared + changes.changed).map { ($0, value($0)) }
            let gone = changes.disappeared.map { ($0, Value?.none) }
            box.update(of: node) { values in
                for (key, value) in present + gone {
                    // What it replaces is the user's, and may do anything when it goes.
                    if let former = exchange(&values[key], with: value), !_isPOD(Value.self) { letGoLater(former) }
                }
            }
            return true
        }
    }
}

// MARK: - Histories and recordings

extension StoreFamily {
    /// Tells, to whoever keeps it, what becomes of the members from now on.
    package func makeReader() -> FamilyReader<Key> { log.makeReader() }

    /// The state of a member that has been made.
    package func presentState(of key: Key) -> State? { members[key]?.state.value }

    /// The store of a member that has been made.
    package func member(_ key: Key) -> Store<State>? { members[key] }

    /// What stands for a member by the name that recordings call it by, if that is one of this family's: one of the
    /// elements, or one that is not there.
    package func registration(called name: String) -> Registration? {
        guard name.hasPrefix("\(self.name)["), name.hasSuffix("]") else { return nil }
        if keysByName.isEmpty { for key in keys { keysByName[FamilyMember(key, in: log).label] = key } }
        if let member = keysByName[name].flatMap({ self[$0] }) { return member }
        return Registration(absent: AbsentName(label: name), from: dispatcher)
    }

    /// Handles the actions of one type, for the family as a whole.
    package func on<ActionType: Action>(_ type: ActionType.Type, _ handler: @escaping (ActionType) -> Void) {
        dispatcher.add(registration, for: type, after: [], CallSite(#fileID, #line)) { action, _ in
            handler(action.load(as: type))
        }
    }

    /// Changes the states of members into others, during a dispatch. Where there is no member, and the element comes
    /// back in the same dispatch, its member begins with that state.
    package func restore(_ states: some Sequence<(key: Key, state: State)>, by restore: (inout State, State) -> Void) {
        withTurn { turn in
            for (key, state) in states {
                guard let store = members[key] else {
                    returning[key] = state
                    continue
                }
                set(state, of: store, turn, by: restore)
                log.note(.changed, of: key, turn)
            }
        }
        stateChanged()
    }

    private func set(_ state: State, of store: Store<State>, _ turn: Turn, by restore: (inout State, State) -> Void) {
        let node = store.state.upstream.node
        turn.changed(node)
        store.state.box.update(of: node) { present in
            let former = present
            turn.afterTurn { withExtendedLifetime(former) {} }
            restore(&present, state)
        }
    }
}

private final class AbsentName: Membership {
    let label: String

    init(label: String) { self.label = label }

    func memberChanged(_ turn: Turn) {}
}
