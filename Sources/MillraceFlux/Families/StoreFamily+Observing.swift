import MillraceSignals

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
    @export(implementation)
    public var changes: Signal<FamilyChanges<Key>> {
        let (reader, box) = (makeReader(), Box(FamilyChanges<Key>()))
        let changes = Observable(from: log.pulse, box: box) { node in
            if reader.isEmpty { return false }
            let changes = reader.take()
            if changes.isEmpty { return false }
            box.write(changes, of: node)
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
        let (reader, box) = (makeReader(), Box<[Key: Value]>())
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
