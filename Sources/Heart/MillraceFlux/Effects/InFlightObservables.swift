import MillraceSignals

/// The observables of one store's effects in flight: their number, and whether there are any with an identity.
final class InFlightObservables {
    let count: Variable<Int>

    /// By identity: whether effects of it are in flight.
    private let flags = KeyedObservables<AnyHashable, Bool, Bool>()

    init(count: Int) { self.count = Variable(count) }

    /// Whether effects of an identity are in flight, as an observable that `set` keeps up to date.
    func flag(of id: AnyHashable, now isInFlight: Bool) -> Observable<Bool> {
        flags.observable(of: id, from: Variable(isInFlight)) { $0.removeDuplicates() }
    }

    func set(_ count: Int) {
        if self.count.value != count { self.count.value = count }
    }

    func set(_ id: AnyHashable, isInFlight: Bool) {
        if let flag = flags.entries[id]?.source, flag.value != isInFlight { flag.value = isInFlight }
    }

    /// Sets that none is in flight.
    func setNone() {
        set(0)
        for entry in flags.entries.values where entry.source.value { entry.source.value = false }
    }
}
