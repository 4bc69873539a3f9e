/// All entities as they are seen, for the operation of a change to read, edit, add and delete.
///
/// Later reads of the operation see its writes.
public struct EntityDraft {
    /// The state with the writes.
    var snapshot: EntitySnapshot

    /// The writes.
    private(set) var patch = EntityPatch()

    /// The fields that were read.
    private(set) var reads: Set<EntityFieldKey> = []

    /// The entities that were edited, added or deleted, also where nothing has changed.
    private(set) var edited: Set<EntityID> = []

    /// The state without the writes.
    private let beneath: EntityOverlay

    init(_ snapshot: EntitySnapshot) { (self.snapshot, beneath) = (snapshot, snapshot.overlay) }

    /// Decodes a projection of an entity. See ``EntityTable/read(_:_:)``.
    ///
    /// - Throws: ``EntityError``, as that method does.
    public mutating func read<Projection: Decodable>(
        _ type: Projection.Type = Projection.self,
        _ id: EntityID
    ) throws(EntityError) -> Projection {
        let decoding = ProjectionDecoding(snapshot)
        defer { reads.formUnion(decoding.reads) }
        return try decoding.decode(type, present(id))
    }

    /// Edits an entity through a projection: the fields that differ between the projection before and after are
    /// written.
    ///
    /// Fields that the projection does not have, and those that it has and does not change, stay as they are. A field
    /// that was known and is nil afterwards becomes null. Entities within the projection are edited as well.
    ///
    /// - Throws: The error of decoding the projection; ``EntityError/Reason/conflict(with:)`` if the projection
    ///   contains an entity twice and the copies were changed differently; the error that `body` throws.
    public mutating func edit<Projection: Codable>(
        _ type: Projection.Type = Projection.self,
        _ id: EntityID,
        _ body: (inout Projection) throws -> Void
    ) throws {
        edited.insert(present(id))
        var projection = try read(type, id)
        let before = try encode(projection)
        try body(&projection)
        write(try difference(before, try encode(projection), of: id))
    }

    func encode(_ projection: some Encodable) throws(EntityError) -> FieldValue {
        try ValueEncoder.encode(projection, dates: snapshot.schema.dates)
    }

    /// The difference between a projection of an entity and another one, both encoded.
    mutating func difference(
        _ before: FieldValue,
        _ after: FieldValue,
        of id: EntityID
    ) throws(EntityError) -> [ProjectionDifference.Write] {
        if before == after { return [] }
        var difference = ProjectionDifference(snapshot)
        defer { reads.formUnion(difference.reads) }
        try difference.compare(before, after, present(id))
        return difference.writes
    }

    /// Sets the fields of a difference.
    mutating func write(_ writes: [ProjectionDifference.Write]) {
        for write in writes { set(write.id, write.field, to: write.value) }
    }

    /// Takes back the writes to some fields of an entity.
    mutating func forget(_ fields: Set<Int>, of id: EntityID) {
        let id = present(id)
        guard var delta = patch[id] else { return }
        delta.fields = delta.fields.filter { !fields.contains($0.key) }
        patch[id] = delta
        snapshot.overlay = beneath
        snapshot.overlay.apply(patch)
    }

    /// Sets fields to null by their names, also those that are not known yet. O(log n) for each field.
    public mutating func clear(_ id: EntityID, _ fields: String...) {
        for field in fields { set(id, field, to: .null) }
    }

    /// Adds the entities of a value, as if the server had answered it.
    ///
    /// - Returns: The entities that the value is made of, in their order, without those within others.
    /// - Throws: ``EntityError``, if the value cannot be encoded or does not fit the shape.
    @discardableResult
    public mutating func merge(encoding value: some Encodable, as shape: EntityField) throws(EntityError) -> [EntityID]
    {
        var normalizer = Normalizer(schema: snapshot.schema)
        try normalizer.normalize(try ValueEncoder.encode(value, dates: snapshot.schema.dates), as: shape)
        for copy in normalizer.copies { add(copy) }
        return normalizer.roots
    }

    /// Deletes an entity. Lists that refer to it are read without it. O(log n).
    public mutating func delete(_ id: EntityID) {
        _ = snapshot.schema.type(of: id.kind)
        let id = present(id)
        edited.insert(id)
        patch.setExists(false, id)
        snapshot.overlay.setExists(false, id)
    }

    private mutating func add(_ copy: EntityCopy) {
        let id = present(copy.id)
        reads.insert(EntityFieldKey(id, .status))
        edited.insert(id)
        if snapshot.view(of: id).status != .known {
            patch.setExists(true, id)
            snapshot.overlay.setExists(true, id)
        }
        let type = snapshot.schema.type(of: id.kind)
        for field in copy.fields {
            // Under its present identity it has other parts of one.
            if id != copy.id, type.identity.contains(field.name) { continue }
            set(id, field.name, to: field.value)
        }
    }

    private mutating func set(_ id: EntityID, _ field: String, to value: FieldValue) {
        let (id, value) = (present(id), value.replacingReferences(snapshot.renamed))
        let number = snapshot.base.addNumber(of: field, in: id.kind)
        edited.insert(id)
        patch.set(id, number, to: value)
        snapshot.overlay.set(id, number, to: value)
    }

    /// The identity that an entity has now: another one if its own was a temporary one.
    private func present(_ id: EntityID) -> EntityID { snapshot.renamed[id] ?? id }
}
