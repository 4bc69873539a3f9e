import MillraceSignals

/// The results for single elements that somebody holds or follows, so that one that is asked for again is the same.
@usableFromInline
final class KnownResults {
    private struct Known {
        /// The parts of an observable, as long as somebody holds them.
        weak let box: AnyObject?
        weak let upstream: Upstream?
    }

    @exclusivity(unchecked) private var entries: [AnyHashable: Known] = [:]

    /// At this number of entries, those that are not used any more are removed.
    @exclusivity(unchecked) private var limit = 16

    @usableFromInline
    init() {}

    /// The observable of an element, made if none is known. O(1), amortised.
    @usableFromInline
    func observable<Output>(of element: AnyHashable, _ make: () -> Observable<Output>) -> Observable<Output> {
        if let known = entries[element], let upstream = known.upstream, let box = known.box as? Box<Output> {
            return Observable(box: box, upstream: upstream)
        }
        if entries.count >= limit {
            // Released when the table is in order, since the elements are the user's.
            let former = entries
            entries = former.filter { $0.value.upstream != nil }
            limit = max(16, entries.count * 2)
            letGoLater(former)
        }
        let made = make()
        entries[element] = Known(box: made.box, upstream: made.upstream)
        return made
    }
}
