/// An answer that was read by a schema, ready to be merged.
///
/// ```swift
/// struct PostsRequest: Request {
///     var path: String { "/posts" }
///     func decode(_ response: Response) throws -> EntityAnswer {
///         try EntityAnswer(response.body, as: .many("post"), in: schema)
///     }
/// }
///
/// state.feed = state.entities.merge(answer, ticket: ticket)
/// ```
///
/// Reading needs the schema and no table. So read an answer where it arrives, which may be on any thread: an answer that
/// does not fit is a failure of the request, and the handler has neither to parse anything nor to catch an error. An
/// action can carry it, and a recording keeps it.
public struct EntityAnswer: Hashable, Sendable, Codable {
    /// The entities that the answer is made of, in their order, without those within others.
    public let entities: [EntityID]

    /// The objects that look like entities at fields that the schema does not declare, and that it keeps as values: of
    /// each field the first place, with the line to add. Empty if the schema refuses them.
    public let undeclared: [EntityError]

    /// Of each entity all copies, in the order in which they begin in the answer.
    let copies: [EntityCopy]

    /// Reads an answer. It changes nothing anywhere.
    ///
    /// - Parameters:
    ///   - answer: The answer: JSON.
    ///   - shape: The shape of the answer: one entity, many, or an object whose fields contain them.
    ///   - schema: The schema of the table into which it will be merged.
    ///   - version: The version of the one entity that the answer is made of, where the answer says it outside its
    ///     body, such as in `ETag`. It becomes the field that the schema names: see ``EntityType``. Ignored if it is nil,
    ///     or if the answer is not made of exactly one entity.
    ///   - omitted: The fields that the server leaves out if they are null. Those that are absent become null.
    /// - Throws: ``EntityError``, with its place in the answer.
    /// - Complexity: O(m log m) for m fields.
    public init(
        _ answer: some Sequence<UInt8>,
        as shape: EntityField,
        in schema: EntitySchema,
        version: String? = nil,
        nullIfAbsent omitted: [EntityKind: [String]] = [:]
    ) throws(EntityError) {
        let read = try EntityAnswer(reading: try FieldValue(json: answer), shape, schema, version, omitted)
        // Whatever their order was, the same fields are the same answer, also after a recording.
        let copies = read.copies.map { EntityCopy(id: $0.id, fields: $0.fields.sortedByName()) }
        (self.entities, self.copies, undeclared) = (read.entities, copies, read.undeclared)
    }

    /// Reads an answer that was parsed, and leaves the fields in the order of the document.
    init(
        reading answer: FieldValue,
        _ shape: EntityField,
        _ schema: EntitySchema,
        _ version: String? = nil,
        _ omitted: [EntityKind: [String]] = [:]
    ) throws(EntityError) {
        var normalizer = Normalizer(schema: schema)
        try normalizer.normalize(answer, as: shape)
        (entities, copies) = (normalizer.roots, Self.complete(normalizer, version, omitted))
        undeclared = normalizer.undeclared.found
    }

    /// The copies, with the version of the one entity that the answer is made of, and with the fields that are null
    /// because they are absent.
    private static func complete(
        _ normalizer: Normalizer,
        _ version: String?,
        _ omitted: [EntityKind: [String]]
    ) -> [EntityCopy] {
        var copies = normalizer.copies
        for index in omitted.isEmpty ? 0..<0 : copies.indices {
            for name in omitted[copies[index].id.kind] ?? [] where copies[index].fields[name] == nil {
                copies[index].fields.append(FieldValue.Member(name, .null))
            }
        }
        guard let version, normalizer.roots.count == 1, let id = normalizer.roots.first else { return copies }
        let member = FieldValue.Member(normalizer.schema.versionField(of: id.kind), .string(version))
        return copies + [EntityCopy(id: id, fields: [member])]
    }
}

extension EntityCopy: Codable {
    private enum Keys: CodingKey { case id, fields }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        guard case .object(let fields) = try container.decode(FieldValue.self, forKey: .fields) else {
            let problem = "EntityAnswer: the fields of an entity are not an object."
            throw DecodingError.dataCorruptedError(forKey: .fields, in: container, debugDescription: problem)
        }
        self.init(id: try container.decode(EntityID.self, forKey: .id), fields: fields)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(id, forKey: .id)
        try container.encode(FieldValue.object(fields), forKey: .fields)
    }
}
