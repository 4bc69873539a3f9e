import MillraceSignals

// What histories, recordings and testers need of a family.

extension StoreFamily {
    /// Makes a reader that collects the changes of the members from now on.
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
    /// back in the same dispatch, that is done to its new member.
    package func restore(
        _ states: some Sequence<(key: Key, state: State)>,
        by restore: @escaping (inout State, State) -> Void
    ) {
        withTurn { turn in
            for (key, state) in states {
                guard let store = members[key] else {
                    returning[key] = { restore(&$0, state) }
                    continue
                }
                change(store, turn) { restore(&$0, state) }
                store.registrant.membership?.memberChanged(turn)
            }
        }
        stateChanged()
    }

    /// Changes the state of a member. The former one is released when the turn is over.
    func change(_ store: Store<State>, _ turn: Turn, _ body: (inout State) -> Void) {
        let node = store.state.upstream.node
        turn.changed(node)
        store.state.box.update(of: node) { state in
            let former = state
            turn.afterTurn { withExtendedLifetime(former) {} }
            body(&state)
        }
    }
}

private final class AbsentName: Membership {
    let label: String

    init(label: String) { self.label = label }

    func memberChanged(_ turn: Turn) {}
}
