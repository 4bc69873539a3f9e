import MillraceSignals

// What histories, recordings and testers need of a family.

extension StoreFamily {
    /// Tells, to whoever keeps it, what becomes of the members from now on.
    @usableFromInline
    package func makeReader() -> FamilyReader<Key> { FamilyReader(of: log) }

    /// The state of a member that has been made.
    package func presentState(of key: Key) -> State? { members[key]?.state.value }

    /// The store of a member that has been made.
    package func member(_ key: Key) -> Store<State>? { members[key] }

    /// What stands for a member by the name that recordings call it by, if that is one of this family's: one of the
    /// elements, or one that is not there.
    package func registration(called name: String) -> Registration? {
        guard name.hasPrefix("\(self.name)["), name.hasSuffix("]") else { return nil }
        if keysByName.isEmpty { for key in keys { keysByName[FamilyMember(key, of: log).label] = key } }
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
                store.registrant.membership?.memberChanged(turn)
            }
        }
        stateChanged()
    }

    func set(_ state: State, of store: Store<State>, _ turn: Turn, by restore: (inout State, State) -> Void) {
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
