import MillraceBase
import MillraceSignals

/// A kind of entities: its identity, and the fields that refer to other entities.
///
/// ```swift
/// EntityType("comment", fields: ["author": .one("user"), "replies": .many("comment")])
/// ```
///
/// Plain fields need not be declared; they are kept as well.
public struct EntityType: Hashable, Sendable, Codable {
    /// The name of the kind.
    public let kind: EntityKind

    /// The fields that are its identity.
    public let identity: [String]

    /// The fields that hold more than plain values.
    public let fields: [String: EntityField]

    /// The field that is the version of an entity at the server; nil if the server has no versions.
    public let version: String?

    /// Describes a kind of entities.
    ///
    /// - Parameters:
    ///   - kind: The name of the kind.
    ///   - identity: The field that is its identity, or several that are one together. Without any, it is `id`.
    ///   - version: The field that is its version, such as `lock_version` or `updated_at`, for
    ///     ``EntityTable/version(of:)``. If the server says the version outside the body, in `ETag`, a name for it: it
    ///     is then kept like a field of the body.
    ///   - fields: The fields that refer to other entities, or hold objects that do.
    public init(
        _ kind: EntityKind,
        id identity: String...,
        version: String? = nil,
        fields: [String: EntityField] = [:]
    ) {
        self.kind = kind
        self.version = version
        self.identity = identity.isEmpty ? ["id"] : identity
        self.fields = fields
    }
}

/// Declares which objects are entities, their identities, and which fields refer to others. Nothing else decides this.
///
/// ```swift
/// let schema = EntitySchema(
///     EntityType("pin", fields: ["author": .one("user"), "comments": .many("comment")]),
///     EntityType("comment", fields: ["author": .one("user")]),
///     EntityType("user")
/// )
/// ```
///
/// Nothing is guessed from answers: whether two objects are the same entity does not depend on which arrived first. An
/// object that looks like an entity and is not declared as one is an error that names the line to add. A schema that
/// keeps undeclared objects keeps them as values instead, and ``EntityAnswer/undeclared`` lists them.
///
/// Make a schema once, when the app starts. Two types of one kind, and references to a kind that is not described, are
/// programmer errors, and trap.
public struct EntitySchema: Hashable, Sendable, Codable {
    let types: [EntityKind: EntityType]

    /// How the server writes dates.
    let dates: EntityDates

    /// Whether an object that looks like an entity and is not declared is kept as a value.
    let keepsUndeclared: Bool

    /// The names of fields that are an identity on their own: an undeclared object with one of them is suspicious.
    let identityNames: Set<String>

    /// Creates a schema of all kinds of entities.
    ///
    /// - Parameters:
    ///   - types: The kinds.
    ///   - dates: How the server writes dates.
    ///   - keepsUndeclared: Whether an object that looks like an entity, at a field that is not declared, is kept like
    ///     any other value, and listed in ``EntityAnswer/undeclared``. Without this, it is an error, and nothing of its
    ///     answer is merged: right for a server of one's own, and for tests.
    public init(_ types: EntityType..., dates: EntityDates = .iso8601, keepsUndeclared: Bool = false) {
        self.init(types, dates: dates, keepsUndeclared: keepsUndeclared)
    }

    package init(_ types: [EntityType], dates: EntityDates = .iso8601, keepsUndeclared: Bool = false) {
        if let problem = Self.problem(of: types) { stop("EntitySchema.init: \(problem)") }
        self.dates = dates
        self.keepsUndeclared = keepsUndeclared
        self.types = Dictionary(types.map { ($0.kind, $0) }) { first, _ in first }
        identityNames = Set(types.filter { $0.identity.count == 1 }.map { $0.identity[0] })
    }

    /// Decodes a schema.
    ///
    /// - Throws: The errors of decoding, also where a field refers to a kind that is not described.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let types = Array(try container.decode([EntityKind: EntityType].self, forKey: .types).values)
        if let problem = Self.problem(of: types) {
            throw DecodingError.dataCorruptedError(forKey: .types, in: container, debugDescription: problem)
        }
        self.init(
            types,
            dates: try container.decode(EntityDates.self, forKey: .dates),
            keepsUndeclared: try container.decodeIfPresent(Bool.self, forKey: .keepsUndeclared) ?? false
        )
    }

    /// The fault of a schema of these types; nil if it is right.
    private static func problem(of types: [EntityType]) -> String? {
        var kinds: Set<EntityKind> = []
        for type in types {
            if !kinds.insert(type.kind).inserted {
                return "the kind \"\(type.kind)\" is described twice. To fix: leave one description."
            }
            if type.identity.isEmpty { return "the kind \"\(type.kind)\" has no identity. To fix: name its field." }
        }
        for type in types {
            for (name, field) in type.fields.sorted(by: { $0.key < $1.key }) {
                for kind in field.kinds.sorted(by: { $0.rawValue < $1.rawValue }) where !kinds.contains(kind) {
                    return """
                        the field "\(name)" of "\(type.kind)" refers to the kind "\(kind)", which is not described. \
                        To fix: add EntityType("\(kind)").
                        """
                }
            }
        }
        return nil
    }

    /// The type of a kind. Every kind that the schema itself names is described.
    func type(of kind: EntityKind) -> EntityType {
        guard let type = types[kind] else {
            stop("EntityTable: the kind \"\(kind)\" is not in the schema. To fix: add EntityType(\"\(kind)\") to it.")
        }
        return type
    }

    /// The field that is the version of entities of a kind.
    func versionField(of kind: EntityKind) -> String {
        guard let field = type(of: kind).version else {
            stop(
                """
                EntityAnswer: it has a version, and the kind "\(kind)" has no field for one. \
                To fix: name it, as in EntityType("\(kind)", version: "etag").
                """
            )
        }
        return field
    }
}
