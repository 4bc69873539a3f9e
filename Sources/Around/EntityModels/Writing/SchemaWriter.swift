import MillraceEntities

/// Writes the entities of a model as an `EntitySchema`, and the shapes of its answers.
struct SchemaWriter {
    let model: Model

    /// Whether the schema keeps fields that are not declared in it.
    let keepsUndeclared: Bool

    /// The extensions; none where there are no entities.
    var sections: [String] {
        let entities = model.entityTypes
        guard let first = model.roots.first, !entities.isEmpty else { return [] }
        let parts = entities.map(Self.text) + (keepsUndeclared ? ["keepsUndeclared: true"] : [])
        let schema = """
            /// The entities, and the fields that refer to others.
            static let \(name(of: first)) = EntitySchema(
            \(parts.joined(separator: ",\n").indented)
            )
            """
        let shapes = model.roots.map(shape).joined(separator: "\n\n")
        return ["extension EntitySchema {\n\(schema.indented)\n}", "extension EntityField {\n\(shapes.indented)\n}"]
    }

    private func shape(of root: ModelRoot) -> String {
        let shape = model.shape(of: root)
        let remark =
            shape == .value ? "/// Merging it stores nothing: no object in it is known to be an entity.\n" : ""
        return """
            /// The shape of \(SwiftName.type(root.name)), for merging it.
            \(remark)static let \(name(of: root)): EntityField = \(Self.text(shape))
            """
    }

    /// The name of a root as of a static property of `EntityField`, whose own cases are taken.
    private func name(of root: ModelRoot) -> String {
        let name = SwiftName.property(SwiftName.type(root.name))
        let taken = ["value", "one", "many", "oneOf", "manyOf", "object", "list", "dictionary", "self", "init"]
        return taken.contains(name) ? "\(name)Answer" : SwiftName.escaped(name)
    }

    // MARK: - Text

    private static func text(_ type: EntityType) -> String {
        let names = type.identity.map(SwiftName.literal).joined(separator: ", ")
        let identity = type.identity == ["id"] ? "" : ", id: \(names)"
        let fields = type.fields.isEmpty ? "" : ", fields: \(text(type.fields, text))"
        return "EntityType(\(SwiftName.literal(type.kind.rawValue))\(identity)\(fields))"
    }

    private static func text<Value>(_ values: [String: Value], _ text: (Value) -> String) -> String {
        let pairs = values.sorted { $0.key < $1.key }.map { "\(SwiftName.literal($0.key)): \(text($0.value))" }
        return "[\(pairs.joined(separator: ", "))]"
    }

    private static func text(_ kind: EntityKind) -> String { SwiftName.literal(kind.rawValue) }

    private static func text(_ field: EntityField) -> String {
        switch field {
        case .value: ".value"
        case .one(let kind): ".one(\(text(kind)))"
        case .many(let kind): ".many(\(text(kind)))"
        case .oneOf(let tag, let kinds): ".oneOf(tag: \(SwiftName.literal(tag)), \(text(kinds, text)))"
        case .manyOf(let tag, let kinds): ".manyOf(tag: \(SwiftName.literal(tag)), \(text(kinds, text)))"
        case .object(let fields): ".object(\(text(fields, text)))"
        case .list(let fields): ".list(\(text(fields, text)))"
        case .dictionary(let element): ".dictionary(\(text(element)))"
        }
    }
}
