import MillraceSignals

/// The states of single members as observables that outlast them: nil while there is no member.
@usableFromInline
final class FamilyPresences<Key: Hashable, State> {
    @usableFromInline
    struct Presence {
        /// The state of the present member.
        @usableFromInline let member: Variable<Observable<State>?>

        /// The observable that was returned, as long as somebody holds it.
        @usableFromInline let box: Box<State?>
        @usableFromInline weak let handedOut: Upstream?

        /// Whether the observable is held or observed.
        @export(implementation) var isUsed: Bool { handedOut != nil || member.isObserved }

        @export(implementation)
        init(member: Variable<Observable<State>?>, _ handedOut: Observable<State?>) {
            self.member = member
            box = handedOut.box
            self.handedOut = handedOut.upstream
        }
    }

    @exclusivity(unchecked) @usableFromInline var presences: [Key: Presence] = [:]

    /// At this number of presences, those that nobody uses any more are removed.
    @exclusivity(unchecked) @usableFromInline var limit = 16
    @usableFromInline let home: Home

    @export(implementation)
    init(in home: Home) { self.home = home }

    /// The state of whichever member a key has, from now on.
    @export(implementation)
    func state(of key: Key, now state: Observable<State>?) -> Observable<State?> {
        if let known = presences[key], let upstream = known.handedOut {
            return Observable(box: known.box, upstream: upstream)
        }
        removeUnused()
        let member = presences[key]?.member ?? Variable(state, in: home)
        let handedOut = member.flatMapLatest { state in state?.map(Optional.some) ?? Observable(nil) }
        presences[key] = Presence(member: member, handedOut)
        return handedOut
    }

    /// Whether anybody observes, or may read, the state of a key.
    @export(implementation)
    func isUsed(_ key: Key) -> Bool { presences[key]?.isUsed == true }

    /// Sets which member there is.
    @export(implementation)
    func set(_ state: Observable<State>?, of key: Key) { presences[key]?.member.value = state }

    @export(implementation)
    func removeUnused() {
        if presences.count < limit { return }
        // Kept until the table is in order, since the keys are the user's.
        let former = presences
        presences = former.filter { $0.value.isUsed }
        limit = max(16, presences.count * 2)
        withExtendedLifetime(former) {}
    }
}
