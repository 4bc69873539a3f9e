import MillraceData
import MillraceSignals

/// The entities in a state, to be observed: every projection is an observable that changes exactly when a field
/// changes that it has read.
///
/// ```swift
/// let entities = store.state.entities(\.entities)
///
/// let pin = entities.observable(Pin.self, EntityKind.pin[7])       // of a cell
/// let feed = entities.observable(Pin.self, ids)                    // of a list
/// ```
///
/// The fields that a projection reads are noted while it is decoded, across references, and kept in an index. So the
/// cost of a change is that of the projections that it changes: projections that do not read it cost nothing, however
/// many there are (law E2).
///
/// It keeps alive the observable that it was made from, and the observables that it makes keep it alive. While none of
/// these has an observer, it keeps no index and no old version.
public struct Entities {
    let index: ChangeIndex<EntityTable, EntityFieldKey>
}

extension Observable {
    /// The entities in a part of the value, to be observed.
    ///
    /// Make it once, and keep it: all projections that are made from the same `Entities` share one index. It keeps
    /// this observable alive. O(1).
    public func entities(_ part: @escaping (Value) -> EntityTable) -> Entities {
        Entities(index: ChangeIndex(of: map(part)) { $1.changes(from: $0) })
    }
}

/// An entity, and the type that it is decoded as.
private struct ProjectedEntity: Hashable {
    let type: ObjectIdentifier
    let id: EntityID
}

extension Entities {
    /// A projection of an entity.
    ///
    /// Its value is a failure while the entity is unknown or deleted, and while a required field is missing: see
    /// ``EntityError``. It emits in a turn in which something has changed that it reads, and in no other. Each time
    /// costs one decoding; other changes cost nothing. Nothing is fetched automatically. It never ends, and keeps its
    /// sources alive. While it is held or followed, the same one is returned again: a tracked observable may read those of
    /// many entities, and only those that have changed are decoded.
    public func observable<Projection: Decodable>(
        _ type: Projection.Type = Projection.self,
        _ id: EntityID
    ) -> Observable<Result<Projection, EntityError>> {
        index.result(of: ProjectedEntity(type: ObjectIdentifier(type), id: id)) { entities, projected in
            let (result, decoding) = entities.decoded(Projection.self, projected.id)
            return (result, decoding.reads)
        }
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

    /// The projections of a list of entities that changes. It emits when the list changes as well. See
    /// `observable(_:_:)` with an array of identities.
    public func observable<Projection: Decodable>(
        _ type: Projection.Type = Projection.self,
        _ ids: Observable<[EntityID]>
    ) -> Observable<[Result<Projection, EntityError>]> {
        index.map(ids) { entities, id in
            let (result, decoding) = entities.decoded(Projection.self, id)
            return (result, decoding.reads)
        }
    }
}

extension Entities {
    /// The entities that observed projections read at present, across references. O(k) for k fields that are read.
    ///
    /// This is not an observable. Read it where you make the action that evicts unused entities. See
    /// ``EntityTable/evict(downTo:keeping:)``.
    public var observed: Set<EntityID> { Set(index.observedKeys.lazy.map(\.id)) }
}

extension EntityTable {
    /// A projection of an entity; and the decoding, which has noted its reads.
    func decoded<Projection: Decodable>(
        _ type: Projection.Type,
        _ id: EntityID
    ) -> (Result<Projection, EntityError>, ProjectionDecoding) {
        let decoding = ProjectionDecoding(snapshot)
        return (Result { () throws(EntityError) in try decoding.decode(type, id) }, decoding)
    }
}
