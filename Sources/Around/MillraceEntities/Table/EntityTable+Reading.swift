extension EntityTable {
    /// Decodes a projection of an entity: any `Decodable` type.
    ///
    /// ```swift
    /// let pin = try state.entities.read(Pin.self, EntityID("pin", 7))
    /// ```
    ///
    /// Entities within it are decoded across references. An optional is nil if its field is null or is not known;
    /// ``Known`` distinguishes the two. Entities that were deleted are left out of lists. O(log n) for each field that
    /// is read.
    ///
    /// - Throws: ``EntityError`` with the path to the field, if the entity is unknown or deleted, or if a field is not
    ///   known yet or does not fit.
    public func read<Projection: Decodable>(
        _ type: Projection.Type = Projection.self,
        _ id: EntityID
    ) throws(EntityError) -> Projection {
        try ProjectionDecoding(snapshot, tracksReads: false).decode(type, id)
    }

    /// How much is known of an entity. O(log n).
    public func status(of id: EntityID) -> EntityStatus { snapshot.view(of: id).status }
}
