import MillraceData
import MillraceSignals

extension Entities {
    /// A live view of the projections of entities, in the order of a live view of their identities.
    ///
    /// ```swift
    /// let rows = entities.live(PostRow.self, store.state.live(\.posts.elements))
    /// ```
    ///
    /// It changes in a turn in which something has changed that one of the projections reads, or one of the identities,
    /// and in no other. Entities that were deleted are left out, as in every list. A change of an entity costs one
    /// decoding and O(log n) for n rows, and so does an identity that comes or goes (law D7). It keeps its sources
    /// alive.
    public func live<Projection: Decodable>(
        _ type: Projection.Type = Projection.self,
        _ ids: LiveView<EntityID>
    ) -> LiveView<EntityRow<Projection>> {
        index.map(ids) { entities, id in
            let (result, decoding) = entities.decoded(Projection.self, id)
            let isDeleted = decoding.view(of: id).status == .deleted
            return (EntityRow(id, result, isDeleted: isDeleted), decoding.reads)
        }
        .filter { !$0.isDeleted }
    }

    /// A live view of the projections of a list of entities, in its order; of an identity that occurs twice at its first
    /// place. See ``live(_:_:)-(_,LiveView<EntityID>)``.
    ///
    /// A list that has changed is compared with the one before: O(n) for n identities. A change of an entity costs
    /// O(log n).
    public func live<Projection: Decodable>(
        _ type: Projection.Type = Projection.self,
        _ ids: Observable<[EntityID]>
    ) -> LiveView<EntityRow<Projection>> {
        live(type, ids.map { ids in Table(ids, uniquingIDsWith: { first, _ in first }) }.live())
    }

    /// A live view of the projections of a set of entities, in the order of their kinds and identities as texts. Sort
    /// it by fields of the projections. See ``live(_:_:)-(_,LiveView<EntityID>)``.
    ///
    /// A set that has changed is sorted again: O(n log n) for n identities. A change of an entity costs O(log n).
    public func live<Projection: Decodable>(
        _ type: Projection.Type = Projection.self,
        _ ids: Observable<Set<EntityID>>
    ) -> LiveView<EntityRow<Projection>> {
        let sorted = ids.map { ids in
            Table(ids.sorted { $0.description.utf8.lexicographicallyPrecedes($1.description.utf8) })
        }
        return live(type, sorted.live())
    }
}
