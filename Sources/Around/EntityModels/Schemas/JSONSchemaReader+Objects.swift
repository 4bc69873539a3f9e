import MillraceEntities

extension JSONSchemaReader {
    mutating func object(
        _ members: [FieldValue.Member],
        at location: Location,
        isOptional: Bool
    ) throws(ModelError) -> ModelType {
        guard case .object(let properties)? = members[last: "properties"], !properties.isEmpty else {
            let schema = members[last: "additionalProperties"]
            guard let schema, case .object = schema else { return .map(.anything) }
            return .map(try type(of: schema, at: location.step("additionalProperties")))
        }
        var kind = location.isValue ? nil : entityKind(properties, at: location)
        if let known = kind.flatMap({ entities[$0] }), described[known] == .object(members) { return .named(known) }
        kind = kind.map(unused)
        let id = model.declare(kind?.rawValue ?? location.hint, in: kind == nil ? location.owner : nil)
        model.types[id].comment = members.comment
        if let kind { entities[kind] = id }
        described[id] = .object(members)
        if let reference = location.reference { read[reference] = isOptional ? .optional(.named(id)) : .named(id) }
        try fill(id, kind, properties, required: members.required, at: location)
        return .named(id)
    }

    /// A kind that no other object has.
    private func unused(_ kind: EntityKind) -> EntityKind {
        if entities[kind] == nil { return kind }
        let names = (2...).lazy.map { EntityKind(rawValue: "\(kind)\($0)") }
        return names.first { entities[$0] == nil } ?? kind
    }

    /// The kind of an object that has an identity; nil if it has none.
    private func entityKind(_ properties: [FieldValue.Member], at location: Location) -> EntityKind? {
        guard case .object(let identity)? = properties[last: rules.identity] else { return nil }
        let types = identity.types.filter { $0 != "null" }
        let isIdentity = !types.isEmpty && types.allSatisfy { $0 == "integer" || $0 == "string" }
        guard isIdentity || identity[last: "$ref"] != nil else { return nil }
        return EntityKind(rawValue: location.kind)
    }

    private mutating func fill(
        _ id: TypeID,
        _ kind: EntityKind?,
        _ properties: [FieldValue.Member],
        required: Set<String>,
        at location: Location
    ) throws(ModelError) {
        var structure = ModelStructure(kind: kind)
        for property in properties {
            let inner = Location(
                pointer: "\(location.pointer)/properties/\(property.name)",
                hint: property.name.singular,
                kind: rules.place(of: property.name).kind,
                owner: id,
                isValue: rules.values.contains(property.name)
            )
            var type = try type(of: property.value, at: inner)
            let isIdentity = kind != nil && property.name == rules.identity
            if isIdentity {
                type = type.wrapped == .date ? .text : type.wrapped
            } else if !required.contains(property.name) {
                type = type.asOptional
            }
            let comment = property.value.members.comment
            // A description of the field is not repeated at its type.
            if let inner = type.declared, model.types[inner].owner == id, model.types[inner].comment == comment {
                model.types[inner].comment = nil
            }
            structure.fields.append(ModelField(key: property.name, type: type, comment: comment))
        }
        model.types[id].form = .structure(structure)
    }

    /// All of several schemas: their properties together.
    mutating func combined(
        _ parts: [FieldValue],
        _ members: [FieldValue.Member],
        at location: Location
    ) throws(ModelError) -> ModelType {
        let whole = try flattened(.object(members), at: location, depth: 0)
        let isPlain = members[last: "properties"] == nil
        guard parts.count > 1 || !isPlain, case .object(let properties)? = whole[last: "properties"],
            !properties.isEmpty
        else { return try type(of: parts[0], at: location.step("allOf/0", isSame: true)) }
        return try object(whole, at: location, isOptional: false)
    }

    /// The keywords of a schema, across references and `allOf`.
    func flattened(
        _ schema: FieldValue,
        at location: Location,
        depth: Int
    ) throws(ModelError) -> [FieldValue.Member] {
        guard depth < 64 else { throw mistake("the schema contains itself", at: location) }
        let members = schema.members
        if let text = members[last: "$ref"]?.text {
            guard let target = resolve(text) else {
                throw mistake("there is no schema \"\(text)\" in this document", at: location)
            }
            return try flattened(target, at: location, depth: depth + 1)
        }
        guard let parts = members.schemas("allOf") else { return members }
        var (properties, required) = ([FieldValue.Member](), Set<String>())
        for part in parts + [.object(members.filter { $0.name != "allOf" })] {
            let flat = try flattened(part, at: location, depth: depth + 1)
            if case .object(let inner)? = flat[last: "properties"] {
                properties.removeAll { inner[last: $0.name] != nil }
                properties += inner
            }
            required.formUnion(flat.required)
        }
        return members.filter { !["allOf", "properties", "required"].contains($0.name) } + [
            .init("properties", .object(properties)),
            .init("required", .array(required.sorted().map(FieldValue.string))),
        ]
    }
}
