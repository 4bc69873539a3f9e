/// One copy of an entity in an answer: its fields, in which other entities are replaced by references.
struct EntityCopy: Hashable {
    let id: EntityID
    var fields: [FieldValue.Member]

    /// Where it stands in the projection that is edited; empty in an answer.
    var path: [PathStep] = []
}

/// Takes an answer apart, into copies of entities, as the schema says.
///
/// It changes nothing: an answer that it refuses leaves nothing behind.
struct Normalizer {
    let schema: EntitySchema

    /// The copies found, in the order in which they begin in the document.
    private(set) var copies: [EntityCopy] = []

    /// The steps from the root to the value that is looked at.
    private var path: [PathStep] = []

    /// The entities at the root, in their order.
    private(set) var roots: [EntityID] = []

    /// An edited value: there an entity may lack its identity, and is the one that stands at its place.
    private var edited: EntitySnapshot?

    /// The entity around the present value, and the length of the path to it.
    private var owner: (id: EntityID, depth: Int)?

    /// The objects that look like entities and are not declared.
    private(set) var undeclared: UndeclaredEntities

    /// The declared shape of the whole.
    private var shape = EntityField.value

    init(schema: EntitySchema) {
        self.schema = schema
        undeclared = UndeclaredEntities(schema: schema)
    }

    /// Takes projections of an entity apart.
    init(schema: EntitySchema, editing id: EntityID, in snapshot: EntitySnapshot) {
        self.init(schema: schema)
        (edited, owner) = (snapshot, (id, 0))
    }

    /// Takes an answer apart.
    mutating func normalize(_ answer: FieldValue, as field: EntityField) throws(EntityError) {
        shape = field
        let value = try value(answer, as: field)
        collectRoots(value)
    }

    private mutating func collectRoots(_ value: FieldValue) {
        switch value {
        case .reference(let id): roots.append(id)
        case .array(let elements): for element in elements { collectRoots(element) }
        case .object(let members): for member in members { collectRoots(member.value) }
        default: return
        }
    }

    private func mistake(_ reason: EntityError.Reason) -> EntityError { EntityError(reason, at: path.text()) }

    // MARK: - Values

    private mutating func value(_ value: FieldValue, as field: EntityField?) throws(EntityError) -> FieldValue {
        if case .null = value { return .null }
        switch field {
        case nil:
            try undeclared.check(value, at: path, in: owner, of: shape)
            return value.stored
        case .value: return value.stored
        case .one, .oneOf: return try reference(value, field)
        case .many, .manyOf:
            return try elements(value, "an array of entities") { me, element throws(EntityError) in
                // Arrays of arrays, as deep as they are.
                if case .array = element { return try me.value(element, as: field) }
                return try me.reference(element, field)
            }
        case .object, .dictionary: return try object(value, field)
        case .list:
            return try elements(value, "an array of objects") { me, element throws(EntityError) in
                try me.object(element, field)
            }
        }
    }

    private mutating func elements(
        _ value: FieldValue,
        _ expected: String,
        _ convert: (inout Normalizer, FieldValue) throws(EntityError) -> FieldValue
    ) throws(EntityError) -> FieldValue {
        guard case .array(var elements) = value else {
            throw mistake(.unexpected(value.kindOfValue, expected: expected))
        }
        for index in elements.indices {
            path.append(.index(index))
            elements[index] = try convert(&self, elements[index])
            path.removeLast()
        }
        return .array(elements)
    }

    /// An object that is no entity, with the fields that are declared in it.
    private mutating func object(_ value: FieldValue, _ field: EntityField?) throws(EntityError) -> FieldValue {
        if case .null = value { return .null }
        guard case .object(let all) = value else {
            throw mistake(.unexpected(value.kindOfValue, expected: "an object"))
        }
        var members = all.withoutRepeatedNames()
        for index in members.indices {
            path.append(.name(members[index].name))
            members[index].value = try self.value(members[index].value, as: field?.member(members[index].name))
            path.removeLast()
        }
        return .object(members.sortedByName())
    }

    // MARK: - Entities

    private mutating func reference(_ value: FieldValue, _ field: EntityField?) throws(EntityError) -> FieldValue {
        switch value {
        case .null: return .null
        case .reference: return value
        case .object(let all):
            // Of fields with the same name the last one counts: it decides the identity too.
            let members = all.withoutRepeatedNames()
            if let id = standing(members) { return .reference(try entity(members, id)) }
            let type = schema.type(of: try kind(of: members, field))
            return .reference(try entity(members, try identity(of: members, type)))
        default:
            guard case .kind(let kind) = field?.target, let key = value.identityText else {
                throw mistake(.unexpected(value.kindOfValue, expected: "an entity"))
            }
            return .reference(EntityID(kind, keys: [key]))
        }
    }

    private func kind(of members: [FieldValue.Member], _ field: EntityField?) throws(EntityError) -> EntityKind {
        switch field?.target {
        case .kind(let kind): return kind
        case .tagged(let tag, let kinds):
            guard let value = members[tag] else {
                throw mistake(.unexpected("no \"\(tag)\"", expected: "a field \"\(tag)\" that tells the kind"))
            }
            guard let text = value.identityText, let kind = kinds[text] else {
                let known = kinds.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
                let found = value.identityText.map { "\"\($0)\"" } ?? value.kindOfValue
                throw mistake(.unexpected(found, expected: "one of \(known) at \"\(tag)\""))
            }
            return kind
        case nil: throw mistake(.unexpected("an object", expected: "a value"))
        }
    }

    /// The entity that is edited, or one without its identity: that which stands at its place in the one around it. Nil
    /// if there is none, also in a list, of which the order may have changed.
    private func standing(_ members: [FieldValue.Member]) -> EntityID? {
        guard let edited, let owner else { return nil }
        if path.isEmpty { return owner.id }
        var place: FieldValue?
        for (index, step) in path[owner.depth...].enumerated() {
            guard case .name(let name) = step else { return nil }
            if index == 0 {
                let view = edited.view(of: owner.id)
                place = view.names.number(of: name).flatMap { view[$0] }
            } else if case .object(let members)? = place {
                place = members[name]
            }
        }
        // It may be of a kind that a former schema had.
        guard case .reference(let id)? = place, let type = schema.types[id.kind] else { return nil }
        return type.identity.contains { members[$0]?.identityText != nil } ? nil : id
    }

    private mutating func entity(_ members: [FieldValue.Member], _ id: EntityID) throws(EntityError) -> EntityID {
        let type = schema.type(of: id.kind)
        let position = copies.count
        copies.append(EntityCopy(id: id, fields: [], path: edited == nil ? [] : path))
        let outer = owner
        owner = (id, path.count)
        defer { owner = outer }
        var fields = members
        for index in fields.indices {
            let name = fields[index].name
            if fields[index].value.isScalar, type.isPlain(name) { continue }
            path.append(.name(name))
            if type.identity.contains(name), let key = fields[index].value.identityText {
                fields[index].value = .key(key)
            } else {
                fields[index].value = try value(fields[index].value, as: type.fields[name])
            }
            path.removeLast()
        }
        copies[position].fields = fields
        return id
    }

    private func identity(of members: [FieldValue.Member], _ type: EntityType) throws(EntityError) -> EntityID {
        var keys: [String] = []
        for name in type.identity {
            guard let key = members[name]?.identityText else { break }
            keys.append(key)
        }
        if keys.count == type.identity.count { return EntityID(type.kind, keys: keys) }
        throw mistake(.lacksIdentity(type.kind, type.identity))
    }
}

extension EntityType {
    /// Whether a field is neither declared nor a part of the identity.
    fileprivate func isPlain(_ name: String) -> Bool { fields[name] == nil && !identity.contains(name) }
}

extension FieldValue {
    /// Whether it contains no other values.
    fileprivate var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }

    /// The value as it is stored: members of objects sorted by name, at every depth.
    var stored: FieldValue {
        switch self {
        case .object(let members): .object(members.map { Member($0.name, $0.value.stored) }.sortedByName())
        case .array(let elements): .array(elements.map(\.stored))
        default: self
        }
    }
}
