import MillraceData
import MillraceSignals

/// The entities in a state, to be followed: every projection is an observable that changes exactly when something
/// changes that it has read.
///
/// ```swift
/// let entities = store.state.entities(\.entities)
///
/// let pin = entities.observable(Pin.self, "pin"[7])       // of a cell
/// let feed = entities.observable(Pin.self, ids)           // of a list
/// ```
///
/// What a projection reads is noted while it is decoded, across references, and kept in an index. So a change costs what
/// it changes: projections that do not read it are not looked at, however many there are (law E2).
///
/// It keeps the observable that it was made of alive. While nothing that was made of it has an observer, it keeps no
/// index and no old version.
public struct Entities {
    let hub: EntityHub
}

extension Observable {
    /// The entities in a part of the value.
    ///
    /// Make it once, and keep it: what is made of the same ``Entities`` shares one index.
    public func entities(_ part: @escaping (Value) -> EntityStore) -> Entities {
        Entities(hub: EntityHub(map(part)))
    }
}

extension Entities {
    /// A projection of an entity.
    ///
    /// It is a failure while the entity is unknown or deleted, and while the projection lacks a field: see
    /// ``EntityError``. It emits in a turn in which something has changed that it reads, and in no other. It costs a
    /// decoding each time, and nothing when anything else changes. Nothing is fetched of its own accord.
    public func observable<Projection: Decodable>(
        _ type: Projection.Type = Projection.self,
        _ id: EntityID
    ) -> Observable<Result<Projection, EntityError>> {
        let ids = Observable([id])
        return observable(type, ids).map { results in results[0] }
    }

    /// The projections of a list of entities, in its order.
    ///
    /// It is one observable: it emits once in a turn in which something has changed that one of the projections reads.
    /// Only those that changed are decoded again. An identity that occurs twice is decoded twice.
    public func observable<Projection: Decodable>(
        _ type: Projection.Type = Projection.self,
        _ ids: [EntityID]
    ) -> Observable<[Result<Projection, EntityError>]> {
        observable(type, Observable(ids))
    }

    /// The projections of a list of entities that changes. See ``observable(_:_:)-([EntityID])``.
    public func observable<Projection: Decodable>(
        _ type: Projection.Type = Projection.self,
        _ ids: Observable<[EntityID]>
    ) -> Observable<[Result<Projection, EntityError>]> {
        let reader = EntityReader<Projection>(hub, ids)
        return Observable(
            from: [hub.observable.upstream, ids.upstream],
            box: reader.box,
            remembering: { node, isKept in reader.compute(node, isKept) },
            forget: { alsoValue in reader.forget(alsoValue) }
        )
    }
}

extension Entities {
    /// The entities that observed projections read at present, across references. O(k) for k fields that are read.
    ///
    /// It is no observable: read it where an action is made that evicts what nobody uses. See
    /// ``EntityStore/evict(_:keeping:at:)``.
    public var observed: Set<EntityID> { hub.observed }
}
