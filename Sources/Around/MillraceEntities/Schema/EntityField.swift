/// The contents of a field that is more than a plain value: references to other entities, or objects that contain some.
public indirect enum EntityField: Hashable, Sendable, Codable {
    /// A plain value: a scalar, or arrays and objects that are replaced as a whole, even if they have an identity.
    case value

    /// A reference to an entity: the object itself, its identity, or null.
    case one(EntityKind)

    /// An array of references.
    case many(EntityKind)

    /// A reference to an entity of one of several kinds, distinguished by a field of the object.
    case oneOf(tag: String, [String: EntityKind])

    /// An array of references to entities of several kinds, distinguished by a field of each object.
    case manyOf(tag: String, [String: EntityKind])

    /// An object that is not an entity, but has fields that refer to some.
    ///
    /// It is replaced as a whole.
    case object([String: EntityField])

    /// An array of objects that are not entities, but have fields that refer to some.
    case list([String: EntityField])

    /// An object whose names are data, such as identities: each of its values has the shape given here.
    ///
    /// It is replaced as a whole. Entities in it that were deleted are left out, as of lists.
    case dictionary(EntityField)
}

extension EntityField {
    /// The kinds that it refers to.
    var kinds: [EntityKind] {
        switch self {
        case .value: []
        case .one(let kind), .many(let kind): [kind]
        case .oneOf(_, let kinds), .manyOf(_, let kinds): Array(kinds.values)
        case .object(let fields), .list(let fields): fields.values.flatMap(\.kinds)
        case .dictionary(let element): element.kinds
        }
    }

    /// The shape of a member of an object at this place; nil if it is not declared.
    func member(_ name: String) -> EntityField? {
        switch self {
        case .object(let fields), .list(let fields): fields[name]
        case .dictionary(let element): element
        case .value, .one, .many, .oneOf, .manyOf: nil
        }
    }

    /// The entity that an object at this place is: one of a kind, one distinguished by its tag, or none.
    var target: Target? {
        switch self {
        case .one(let kind), .many(let kind): .kind(kind)
        case .oneOf(let tag, let kinds), .manyOf(let tag, let kinds): .tagged(tag, kinds)
        case .value, .object, .list, .dictionary: nil
        }
    }

    enum Target {
        case kind(EntityKind)
        case tagged(String, [String: EntityKind])
    }
}
