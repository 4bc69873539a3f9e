import MillraceSignals

extension StoreFamily {
    /// An observable of a member's state, which is nil while there is no element with this key.
    ///
    /// It continues when the element is removed and added again. It changes in the turn in which the element is added
    /// or removed, or a handler of the member runs. It keeps neither the family nor the member alive. O(1).
    @export(implementation)
    public func state(of key: Key) -> Observable<State?> {
        let present = self[key]?.state
        return statesByKey.observable(of: key, from: Variable(present, in: core.home)) { member in
            member.flatMapLatest { state in state?.map(Optional.some) ?? Observable(nil) }
        }
    }

    @export(implementation) var statesByKey: StatesByKey {
        if let madeStatesByKey { return madeStatesByKey }
        let made = StatesByKey()
        madeStatesByKey = made
        return made
    }

    /// Emits, after each turn, the keys of exactly those members that were added, changed or removed in it.
    ///
    /// ```swift
    /// rooms.changes.observe(for: self) { screen, changes in screen.reload(changes.changed) }
    /// ```
    ///
    /// Emits nothing for a turn without such changes. The values that its observers set make the next turn (law O8).
    /// Never finishes. Does not keep the family alive. O(n) for n members that were added, changed or removed, however
    /// many there are in all.
    @export(implementation)
    public var changes: Signal<FamilyChanges<Key>> {
        let (reader, box) = (makeReader(), Box(FamilyChanges<Key>()))
        let changes = Observable(from: core.log.pulse, box: box) { node in
            if reader.isEmpty { return false }
            let changes = reader.take()
            if changes.isEmpty { return false }
            box.write(changes, of: node)
            return true
        }
        return changes.changes
    }

    /// An observable of one value for each member, computed from its state, by the members' keys.
    ///
    /// ```swift
    /// let unread = rooms.collect(\.unreadCount).map { $0.values.reduce(0, +) }
    /// ```
    ///
    /// It changes in the turn in which any member changes, is added or removed, and calls `transform` only for those.
    /// It creates all members, also those of a family with ``Making/whenAsked``. It does not keep the family alive;
    /// when the family is released, it keeps its last value. O(n) for n members that changed. If an observer keeps a
    /// copy of the dictionary, the next change copies the whole dictionary.
    @export(implementation)
    public func collect<Value>(_ transform: @escaping (State) -> Value) -> Observable<[Key: Value]> {
        let (reader, box) = (makeReader(), Box<[Key: Value]>())
        let isFilled = Memory(false)
        return Observable(from: core.log.pulse, box: box) { [weak self] node in
            guard let self else { return false }
            // The user's closures may release the last owner, and a family with them may do anything when it goes.
            defer { letGoLater(self) }
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
                    // The replaced value is the user's, and may do anything when it goes.
                    if let former = exchange(&values[key], with: value), !_isPOD(Value.self) { letGoLater(former) }
                }
            }
            return true
        }
    }
}
