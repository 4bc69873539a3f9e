import MillraceEntities

extension Model {
    /// The entities, as a schema lists them.
    var entityTypes: [EntityType] {
        types.indices.compactMap { id in
            guard let structure = types[id].structure, let kind = structure.kind else { return nil }
            return EntityType(kind, id: identity, fields: fields(of: structure, within: []))
        }
    }

    /// The shape of an answer, for merging it.
    func shape(of root: ModelRoot) -> EntityField { field(of: root.type, within: []) ?? .value }

    private func fields(of structure: ModelStructure, within outer: Set<TypeID>) -> [String: EntityField] {
        structure.fields.reduce(into: [:]) { $0[$1.key] = field(of: $1.type, within: outer) }
    }

    /// The declaration of a field in the schema; nil if there is none.
    private func field(of type: ModelType, within outer: Set<TypeID>) -> EntityField? {
        switch type {
        case .optional(let type): field(of: type, within: outer)
        // There may be an object with an identity in it.
        case .anything: .value
        case .array(let element): list(of: element.wrapped, within: outer)
        case .named(let id): field(of: id, within: outer)
        case .map(let element): field(of: element, within: outer).map { $0 == .value ? .value : .dictionary($0) }
        case .bool, .integer, .number, .decimal, .text, .date: nil
        }
    }

    private func field(of id: TypeID, within outer: Set<TypeID>) -> EntityField? {
        if let kind = kind(of: id) { return .one(kind) }
        switch types[id].form {
        case .reference(let entity, _): return kind(of: entity).map(EntityField.one)
        case .choice: return nil
        case .union(let union):
            if let kinds = kinds(of: union) { return .oneOf(tag: union.tag, kinds) }
        case .structure: break
        }
        return objectFields(of: id, within: outer).map { $0.isEmpty ? .value : .object($0) }
    }

    private func list(of element: ModelType, within outer: Set<TypeID>) -> EntityField? {
        guard case .named(let id) = element else {
            let field = field(of: element, within: outer)
            switch field {
            // A schema has nothing for arrays of these: they are kept as they are.
            case .list, .dictionary: return .value
            default: return field
            }
        }
        switch field(of: id, within: outer) {
        case .one(let kind): return .many(kind)
        case .oneOf(let tag, let kinds): return .manyOf(tag: tag, kinds)
        case .object(let fields): return .list(fields)
        case let other: return other
        }
    }

    /// The kinds that a tag distinguishes; nil unless all are entities.
    private func kinds(of union: ModelUnion) -> [String: EntityKind]? {
        var kinds: [String: EntityKind] = [:]
        for item in union.cases {
            guard let kind = kind(of: item.type) else { return nil }
            kinds[item.value] = kind
        }
        return kinds
    }

    /// The fields of an object that is no entity; nil if there is nothing to say, and none if only that it is none.
    private func objectFields(of id: TypeID, within outer: Set<TypeID>) -> [String: EntityField]? {
        if outer.contains(id) { return [:] }
        let within = outer.union([id])
        let structures = structures(of: id)
        var found: [String: Set<EntityField?>] = [:]
        for field in structures.flatMap(\.fields) {
            found[field.key, default: []].insert(self.field(of: field.type, within: within))
        }
        // Where a tag distinguishes objects, a field may be one thing here and another there: then it is not declared.
        let fields = found.compactMapValues { $0.count > 1 ? .value : $0.first ?? nil }
        let looksLikeEntity = structures.contains { $0.kind != nil || $0.fields.contains { $0.key == identity } }
        return fields.isEmpty && !looksLikeEntity ? nil : fields
    }

    private func structures(of id: TypeID) -> [ModelStructure] {
        switch types[id].form {
        case .structure(let structure): [structure]
        case .union(let union): union.cases.compactMap { types[$0.type].structure }
        case .choice, .reference: []
        }
    }
}
