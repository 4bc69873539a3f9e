import MillraceSignals

/// The observables of one store's effects in flight: their number, and whether there are any with an identity.
final class InFlightObservables {
    /// Whether effects of one identity are in flight.
    private struct Flag {
        let isInFlight: Variable<Bool>

        /// The observable that was handed out, while somebody holds it: the same value, which emits only when it
        /// changes.
        let box: Box<Bool>
        weak var handedOut: Upstream?

        /// Whether the observable is held or observed.
        var isUsed: Bool { handedOut != nil || isInFlight.isObserved }
    }

    let count: Variable<Int>

    /// By the identities that somebody asked for.
    private var flags: [AnyHashable: Flag] = [:]

    /// At this number of flags, those that nobody uses any more are removed.
    private var limit = 16

    init(count: Int) { self.count = Variable(count) }

    /// Whether effects of an identity are in flight, as an observable that `set` keeps up to date.
    func flag(of id: AnyHashable, now isInFlight: Bool) -> Observable<Bool> {
        if flags[id] == nil, flags.count >= limit {
            // Kept until the table is in order, since the identities are the user's.
            let former = flags
            for (id, flag) in former where !flag.isUsed { flags[id] = nil }
            limit = max(16, flags.count * 2)
        }
        let known = flags[id]
        if let known, let upstream = known.handedOut { return Observable(box: known.box, upstream: upstream) }
        let variable = known?.isInFlight ?? Variable(isInFlight)
        let handedOut = variable.removeDuplicates()
        flags[id] = Flag(isInFlight: variable, box: handedOut.box, handedOut: handedOut.upstream)
        return handedOut
    }

    func set(_ count: Int) {
        if self.count.value != count { self.count.value = count }
    }

    func set(_ id: AnyHashable, isInFlight: Bool) {
        if let flag = flags[id], flag.isInFlight.value != isInFlight { flag.isInFlight.value = isInFlight }
    }

    /// Sets that none is in flight.
    func setNone() {
        set(0)
        for flag in flags.values where flag.isInFlight.value { flag.isInFlight.value = false }
    }
}
