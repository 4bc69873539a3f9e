import MillraceSignals

/// The projections of single entities that somebody holds or follows, so that one that is asked for again is the same.
final class KnownProjections {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let id: EntityID
    }

    private struct Known {
        /// The parts of an observable, as long as somebody holds them.
        weak let box: AnyObject?
        weak let upstream: Upstream?
    }

    private var known: [Key: Known] = [:]

    /// At this number, those that are not used any more are removed.
    private var limit = 16

    /// The projection of an entity, made if it is not known. O(1), amortised.
    func observable<Value>(
        _ type: any Decodable.Type,
        _ id: EntityID,
        _ make: () -> Observable<Value>
    ) -> Observable<Value> {
        let key = Key(type: ObjectIdentifier(type), id: id)
        if let found = known[key], let upstream = found.upstream, let box = found.box as? Box<Value> {
            return Observable(box: box, upstream: upstream)
        }
        if known.count >= limit {
            known = known.filter { $0.value.upstream != nil }
            limit = max(16, known.count * 2)
        }
        let made = make()
        known[key] = Known(box: made.box, upstream: made.upstream)
        return made
    }
}
