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
                    write(type, end: index + 1 < entities.count ? "," : "", in: &code)
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
                write(head, model.shape(of: root), end: "", in: &code)
            }
        }
    }

    /// The name of a root as of a static property of `EntityField`, whose own cases are taken.
    private func name(of root: ModelRoot) -> String {
        let name = SwiftName.property(SwiftName.type(root.name))
        let taken = ["value", "one", "many", "oneOf", "manyOf", "object", "list", "dictionary", "self", "init"]
        return taken.contains(name) ? "\(name)Answer" : name
    }

    // MARK: - Types

    private func write(_ type: EntityType, end: String, in code: inout CodeLines) {
        let kind = SwiftName.literal(type.kind.rawValue)
        let identity =
            type.identity == ["id"] ? "" : ", id: " + type.identity.map(SwiftName.literal).joined(separator: ", ")
        let fields = type.fields.isEmpty ? "" : ", fields: \(Self.text(type.fields))"
        let line = "EntityType(\(kind)\(identity)\(fields))\(end)"
        if line.count <= code.room || type.fields.isEmpty { return code.add(line) }
        code.block("EntityType(", ")\(end)") { code in
            code.add("\(kind)\(identity),")
            write("fields: ", type.fields, end: "", in: &code)
        }
    }

    private func write(_ head: String, _ fields: [String: EntityField], end: String, in code: inout CodeLines) {
        code.block("\(head)[", "]\(end)") { code in
            for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
                write("\(SwiftName.literal(name)): ", field, end: ",", in: &code)
            }
        }
    }

    private func write(_ head: String, _ field: EntityField, end: String, in code: inout CodeLines) {
        let line = head + Self.text(field) + end
        if line.count <= code.room { return code.add(line) }
        switch field {
        case .object(let fields, _): write("\(head).object(", fields, end: ")\(end)", in: &code)
        case .list(let fields): write("\(head).list(", fields, end: ")\(end)", in: &code)
        case .dictionary(let element): write("\(head).dictionary(", element, end: ")\(end)", in: &code)
        default: code.add(line)
        }
    }

    // MARK: - Text

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
        case .object(let fields, let isMerged): ".object(\(text(fields))\(isMerged ? ", isMerged: true" : ""))"
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
