import MillraceEntities

/// Writes the entities of a model as an `EntitySchema`, and the shapes of its answers.
struct SchemaWriter {
    let model: Model
    let entities: [EntityType]

    func write(in code: inout CodeLines) {
        guard let first = model.roots.first else { return }
        code.separate()
        code.block("extension EntitySchema {") { code in
            code.add("/// What is an entity, and which fields refer to others.")
            code.block("static let \(SwiftName.escaped(name(of: first))) = EntitySchema(", ")") { code in
                for (index, type) in entities.enumerated() {
                    code.add(Self.text(type) + (index + 1 < entities.count ? "," : ""))
                }
            }
        }
        code.separate()
        code.block("extension EntityField {") { code in
            for root in model.roots {
                code.separate()
                code.add("/// The shape of \(SwiftName.type(root.name)), for merging it.")
                if model.shape(of: root) == .value {
                    code.add("/// Merging it stores nothing: no object in it is known to be an entity.")
                }
                let head = "static let \(SwiftName.escaped(name(of: root))): EntityField = "
                code.add(head + Self.text(model.shape(of: root)))
            }
        }
    }

    /// The name of a root as of a static property of `EntityField`, whose own cases are taken.
    private func name(of root: ModelRoot) -> String {
        let name = SwiftName.property(SwiftName.type(root.name))
        let taken = ["value", "one", "many", "oneOf", "manyOf", "object", "list", "dictionary", "self", "init"]
        return taken.contains(name) ? "\(name)Answer" : name
    }

    // MARK: - Text

    private static func text(_ type: EntityType) -> String {
        let names = type.identity.map(SwiftName.literal).joined(separator: ", ")
        let identity = type.identity == ["id"] ? "" : ", id: \(names)"
        let fields = type.fields.isEmpty ? "" : ", fields: \(text(type.fields))"
        return "EntityType(\(SwiftName.literal(type.kind.rawValue))\(identity)\(fields))"
    }

    private static func text(_ fields: [String: EntityField]) -> String {
        let pairs = fields.sorted { $0.key < $1.key }.map { "\(SwiftName.literal($0.key)): \(text($0.value))" }
        return "[\(pairs.joined(separator: ", "))]"
    }

    private static func text(_ field: EntityField) -> String {
        switch field {
        case .value: ".value"
        case .one(let kind): ".one(\(SwiftName.literal(kind.rawValue)))"
        case .many(let kind): ".many(\(SwiftName.literal(kind.rawValue)))"
        case .oneOf(let tag, let kinds): ".oneOf(\(text(tag, kinds)))"
        case .manyOf(let tag, let kinds): ".manyOf(\(text(tag, kinds)))"
        case .object(let fields): ".object(\(text(fields)))"
        case .list(let fields): ".list(\(text(fields)))"
        case .dictionary(let element): ".dictionary(\(text(element)))"
        }
    }

    private static func text(_ tag: String, _ kinds: [String: EntityKind]) -> String {
        let pairs = kinds.sorted { $0.key < $1.key }
            .map { "\(SwiftName.literal($0.key)): \(SwiftName.literal($0.value.rawValue))" }
        return "tag: \(SwiftName.literal(tag)), [\(pairs.joined(separator: ", "))]"
    }
}
