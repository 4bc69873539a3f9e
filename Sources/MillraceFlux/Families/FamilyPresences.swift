import MillraceSignals

/// The states of single members as observables that outlast them: nil while there is no member.
final class FamilyPresences<Key: Hashable, State> {
    private struct Presence {
        /// The state of the present member.
        let member: Variable<Observable<State>?>

        /// The observable that was returned, as long as somebody holds it.
        let box: Box<State?>
        weak let handedOut: Upstream?

        /// Whether the observable is held or observed.
        var isUsed: Bool { handedOut != nil || member.isObserved }
    }

    private var presences: [Key: Presence] = [:]

    /// At this number of presences, those that nobody uses any more are removed.
    private var limit = 16
    private let home: Home

    init(in home: Home) { self.home = home }

    /// The state of whichever member a key has, from now on.
    func state(of key: Key, now state: Observable<State>?) -> Observable<State?> {
        if let known = presences[key], let upstream = known.handedOut {
            return Observable(box: known.box, upstream: upstream)
        }
        removeUnused()
        let member = presences[key]?.member ?? Variable(state, in: home)
        let handedOut = member.flatMapLatest { state in state?.map(Optional.some) ?? Observable(nil) }
        presences[key] = Presence(member: member, box: handedOut.box, handedOut: handedOut.upstream)
        return handedOut
    }

    /// Whether anybody observes, or may read, the state of a key.
    func isUsed(_ key: Key) -> Bool { presences[key]?.isUsed == true }

    /// Sets which member there is.
    func set(_ state: Observable<State>?, of key: Key) { presences[key]?.member.value = state }

    private func removeUnused() {
        if presences.count < limit { return }
        // Kept until the table is in order, since the keys are the user's.
        let former = presences
        presences = former.filter { $0.value.isUsed }
        limit = max(16, presences.count * 2)
        withExtendedLifetime(former) {}
    }
}
