import MillraceSignals

/// The states of single members as observables that outlast them: by key, the observable of the present member's state.
final class FamilyPresences<Key: Hashable, State> {
    private struct Presence { weak let variable: Variable<Observable<State>?>? }

    private var presences: [Key: Presence] = [:]

    /// At this number of presences, those that nobody uses any more are removed.
    private var limit = 16
    private let home: Home

    init(in home: Home) { self.home = home }

    /// The state of the present member, from now on.
    func presence(of key: Key, now state: Observable<State>?) -> Observable<Observable<State>?> {
        if let known = presences[key]?.variable { return known }
        if presences.count >= limit {
            presences = presences.filter { $0.value.variable != nil }
            limit = max(16, presences.count * 2)
        }
        let made = Variable(state, in: home)
        presences[key] = Presence(variable: made)
        return made
    }

    /// Whether anybody observes, or may read, the state of a key.
    func isObserved(_ key: Key) -> Bool { presences[key]?.variable != nil }

    /// Sets which member there is.
    func set(_ state: Observable<State>?, of key: Key) {
        if let variable = presences[key]?.variable { variable.value = state }
    }
}
