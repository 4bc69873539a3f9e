import MillraceEntities

/// The types that are found in samples or in a JSON Schema, to be written as Swift.
struct Model: Hashable, Sendable {
    /// The types, each at the index that is its ``TypeID``.
    var types: [ModelDeclaration] = []

    /// The kinds of answers.
    var roots: [ModelRoot] = []

    /// The name of the field that makes an object an entity.
    var identity = "id"
}

/// Where a type stands in a model.
typealias TypeID = Int

/// A kind of answers: its name, and its type.
struct ModelRoot: Hashable, Sendable {
    let name: String
    var type: ModelType
}

/// The type of a value.
indirect enum ModelType: Hashable, Sendable {
    case bool
    case integer
    case number

    /// A number that no `Double` holds exactly.
    case decimal
    case text
    case date

    /// A value of which nothing is known, or that is one thing here and another there.
    case anything
    case optional(ModelType)
    case array(ModelType)

    /// An object whose names are data.
    case map(ModelType)
    case named(TypeID)

    /// The type without its being optional.
    var wrapped: ModelType { if case .optional(let type) = self { type } else { self } }

    /// The type as an optional one.
    var asOptional: ModelType { if case .optional = self { self } else { .optional(self) } }

    /// The type of its elements, where it is an optional, an array or a map.
    var innermost: ModelType {
        switch self {
        case .optional(let type), .array(let type), .map(let type): type.innermost
        default: self
        }
    }

    /// The declared type that it consists of or contains; nil if there is none.
    var declared: TypeID? { if case .named(let id) = innermost { id } else { nil } }
}

/// A type that has a name.
struct ModelDeclaration: Hashable, Sendable {
    /// Its name where it was found, in words of any form.
    let hint: String

    /// The type within which it is declared; nil at the top.
    let owner: TypeID?

    /// Its description in a schema.
    var comment: String?

    var form: Form

    enum Form: Hashable, Sendable {
        case structure(ModelStructure)
        case union(ModelUnion)

        /// Text that is one of a few.
        case choice([String])

        /// An entity, or only its identity.
        case reference(entity: TypeID, identity: ModelType)
    }

    /// The structure; nil if it is something else.
    var structure: ModelStructure? { if case .structure(let structure) = form { structure } else { nil } }
}

/// An object with named fields.
struct ModelStructure: Hashable, Sendable {
    /// Its kind if it is an entity.
    var kind: EntityKind?
    var fields: [ModelField] = []
}

/// A field of a structure.
struct ModelField: Hashable, Sendable {
    /// Its name in JSON.
    let key: String
    var type: ModelType
    var comment: String?
}

/// An object of one of several types, distinguished by a field.
struct ModelUnion: Hashable, Sendable {
    let tag: String
    var cases: [Case] = []

    struct Case: Hashable, Sendable {
        let value: String
        let type: TypeID
    }
}

extension Model {
    /// Adds a type, and returns where it stands.
    mutating func declare(
        _ hint: String,
        in owner: TypeID?,
        as form: ModelDeclaration.Form = .structure(ModelStructure()),
        comment: String? = nil
    ) -> TypeID {
        types.append(ModelDeclaration(hint: hint, owner: owner, comment: comment, form: form))
        return types.count - 1
    }

    /// The kind of a type that is an entity; nil if it is none.
    func kind(of id: TypeID) -> EntityKind? { types[id].structure?.kind }

    /// The type that is an entity or only its identity.
    mutating func reference(to entity: TypeID, identity: ModelType) -> TypeID {
        let present = types.firstIndex { if case .reference(entity, _) = $0.form { true } else { false } }
        return present
            ?? declare("\(types[entity].hint) reference", in: nil, as: .reference(entity: entity, identity: identity))
    }
}
