/// One decoding of a projection, which notes each field before it reads it.
final class ProjectionDecoding {
    let snapshot: EntitySnapshot

    /// All fields that were read, also absent ones and those read before an error.
    private(set) var reads: Set<EntityFieldKey> = []

    /// How deeply entities may be nested: decoding is recursive, and must fit a stack of 512 KiB.
    static let depthLimit = 32

    private let tracksReads: Bool

    /// Begins a decoding.
    ///
    /// - Parameter tracksReads: Whether to note the fields that are read, for an index.
    init(_ snapshot: EntitySnapshot, tracksReads: Bool = true) {
        self.snapshot = snapshot
        self.tracksReads = tracksReads
    }

    private func track(_ id: EntityID, _ part: EntityFieldKey.Part) {
        if tracksReads { reads.insert(EntityFieldKey(id, part)) }
    }

    /// The visible record of an entity.
    func view(of id: EntityID) -> SeenEntity {
        track(id, .status)
        return snapshot.view(of: id)
    }

    /// The value of a field; nil if it is not known.
    func value(of name: String, in view: SeenEntity) -> FieldValue? {
        guard let number = view.names.number(of: name) else {
            track(view.id, .name(name))
            return nil
        }
        track(view.id, .number(number))
        return view[number]
    }

    /// The names of the fields that are known.
    func names(of view: SeenEntity) -> [String] {
        track(view.id, .fields)
        return view.numbers.map { view.names[$0] }
    }

    func isDeleted(_ value: FieldValue) -> Bool {
        guard case .reference(let id) = value else { return false }
        return view(of: id).status == .deleted
    }

    /// The visible record of an entity that is decoded as a type: it must be known, and not contain itself.
    func entering(_ id: EntityID, as type: Any.Type, at path: DecodingPath) throws(EntityError) -> SeenEntity {
        let view = view(of: id)
        switch view.status {
        case .unknown: throw EntityError(.unknown, at: path.text)
        case .deleted: throw EntityError(.deleted, at: path.text)
        case .known: break
        }
        let (outer, type) = (path.entities, ObjectIdentifier(type))
        if outer.contains(where: { $0.id == id && $0.type == type }) { throw EntityError(.circular, at: path.text) }
        if outer.count >= Self.depthLimit { throw EntityError(.tooDeep, at: path.text) }
        return view
    }

    /// Decodes a projection of an entity.
    func decode<Projection: Decodable>(_ type: Projection.Type, _ id: EntityID) throws(EntityError) -> Projection {
        let path = DecodingPath.root(id)
        do {
            return try decode(type, from: .reference(id), at: path)
        } catch let error as EntityError {
            throw error
        } catch let error as DecodingError {
            throw error.entityError(path)
        } catch {
            throw EntityError(.undecodable("\(error)"), at: path.text)
        }
    }

    /// Decodes a value.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        from value: FieldValue,
        at path: DecodingPath
    ) throws -> Value {
        if let scalar = type as? any FieldScalar.Type {
            if let found = scalar.init(value) as? Value { return found }
            throw EntityError(.undecodable(scalar.mismatch(value)), at: path.text)
        }
        if let scalar = try FoundationValues.decode(type, value, snapshot.schema.dates, path) { return scalar }
        return try Value(from: ProjectionDecoder(decoding: self, value: value, type: type, path: path))
    }
}
