import MillraceBase
import MillraceSignals

// The access that histories, recordings and testers need to a family.

extension StoreFamily {
    /// Makes a reader that collects the changes of the members from now on.
    @export(implementation)
    package func makeReader() -> FamilyReader<Key> { FamilyReader(of: core.log) }

    /// The state of a member that has been made, also while a handler of it is still to come.
    @export(implementation)
    package func presentState(of key: Key) -> State? {
        guard let state = members[key]?.state else { return nil }
        return state.box.withoutAwaiting { state.value }
    }

    /// The snapshot that a journal would restore into a member that has not been made; nil if there is none, or the member
    /// was made.
    @export(implementation)
    package func journaledSnapshot(of key: Key) -> Any? {
        core.isJournaled && members[key] == nil ? core.journaledSnapshot(of: FamilyMember(key, of: core.log)) : nil
    }

    /// Gives a journal the snapshots that members had when they left, if their elements come back in this dispatch and
    /// the members are not made.
    @export(implementation)
    package func restore(journaled snapshots: [Key: Any]) {
        if !snapshots.isEmpty { returningSnapshots.merge(snapshots) { $1 } }
    }

    /// Whether members are made when they are first asked for.
    @export(implementation) package var isMadeWhenAsked: Bool { making == .whenAsked }

    /// What histories note of the members together. They keep it.
    @export(implementation) package var memberLives: AnyObject? {
        get { core.memberLives }
        set { core.memberLives = newValue }
    }

    /// The store of a member that has been made.
    @export(implementation)
    package func member(_ key: Key) -> Store<State>? { members[key] }

    /// The name by which recordings call a member.
    @export(implementation)
    package func name(of key: Key) -> String { FamilyMember(key, of: core.log).label }

    /// The registration or stand-in of a member by the name that recordings call it by, if that is one of this
    /// family's: one of the elements, or one that is not there.
    @export(implementation)
    package func registration(called name: String) -> Registration? {
        guard core.isMember(called: name) else { return nil }
        if let member = key(called: name).flatMap({ self[$0] }) { return member }
        return core.absent(called: name)
    }

    /// The key of an element by the name of its member. O(1), and O(n) when the elements have changed.
    @export(implementation)
    func key(called name: String) -> Key? {
        guard core.isMember(called: name) else { return nil }
        if keysByName.isEmpty { for key in keys { keysByName[FamilyMember(key, of: core.log).label] = key } }
        return keysByName[name]
    }

    /// Handles the actions of one type, for the family as a whole, before all stores.
    @export(implementation)
    package func onFirst<ActionType: Action>(_ type: ActionType.Type, _ handler: @escaping (ActionType) -> Void) {
        dispatcher.add(core.registration, for: type, after: [], isFirst: true, CallSite(#fileID, #line)) { action, _ in
            handler(action.load(as: type))
        }
    }

    /// Changes the states of members, during a dispatch. Where there is no member, one is made if there is an element
    /// when all handlers have returned, and its state is changed.
    @export(implementation)
    package func restore(_ changes: some Sequence<(key: Key, change: (inout State) -> Void)>) {
        withRunner { runner in
            for (key, restore) in changes {
                guard let store = members[key] else {
                    returning[key] = restore
                    continue
                }
                change(store, runner, restore)
                core.memberChanged(store, runner)
            }
        }
        core.stateChanged()
    }

    /// Changes the state of a member, also while a handler of it is still to come. The former one is released when the
    /// turn is over.
    @export(implementation)
    func change(_ store: Store<State>, _ runner: TurnRunner, _ body: (inout State) -> Void) {
        let node = store.state.upstream.node
        runner.noteChange(of: node)
        let box = store.state.box
        box.withoutAwaiting {
            box.update(of: node) { state in
                let former = state
                runner.afterTurn { withExtendedLifetime(former) {} }
                body(&state)
            }
        }
    }
}
