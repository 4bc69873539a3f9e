import MillraceEntities

/// Writes a model as Swift. The same model gives the same text.
struct SwiftWriter {
    private let model: Model
    private let names: ModelNames

    /// Whether properties may be changed.
    private let isMutable: Bool

    /// Writes a file.
    static func text(of model: Model, isMutable: Bool = false) -> String {
        SwiftWriter(model: model, names: ModelNames(of: model), isMutable: isMutable).text
    }

    private var text: String {
        let used = types
        var code = CodeLines()
        let roots = model.roots.map { SwiftName.type($0.name) }.joined(separator: ", ")
        code.add("// Models of \(roots), written by entity-models.")
        if used.contains(.date) {
            code.add(
                "// Dates are in the form of ISO 8601: a JSONDecoder needs the strategy .custom(ISO8601Dates.decode)."
            )
        }
        code.add("")
        let needsFoundation = used.contains(.date) || used.contains(.decimal)
        if needsFoundation { code.add("import Foundation") }
        let entities = model.entityTypes
        if !entities.isEmpty { code.add("import MillraceEntities") }
        for id in model.types.indices where model.types[id].owner == nil {
            code.separate()
            write(id, in: &code)
        }
        if !entities.isEmpty { SchemaWriter(model: model, entities: entities).write(in: &code) }
        for helper in helpers(used) {
            code.separate()
            for line in helper.split(separator: "\n", omittingEmptySubsequences: false) { code.add(String(line)) }
        }
        return code.text
    }

    // MARK: - What is used

    /// The types of all fields, with what they are made of.
    private var types: Set<ModelType> {
        var found: Set<ModelType> = []
        func add(_ type: ModelType) {
            found.insert(type)
            switch type {
            case .optional(let inner), .array(let inner), .map(let inner): add(inner)
            default: return
            }
        }
        for type in model.types {
            switch type.form {
            case .structure(let structure): for field in structure.fields { add(field.type) }
            case .union: add(.anything)
            case .reference(_, let identity): add(identity)
            case .choice: continue
            }
        }
        return found
    }

    private func helpers(_ used: Set<ModelType>) -> [String] {
        var helpers: [String] = []
        if used.contains(.date) { helpers.append(HelperTypes.dates) }
        if used.contains(.identity) { helpers.append(HelperTypes.identity) }
        if used.contains(where: { if case .boxed = $0 { true } else { false } }) {
            helpers.append(HelperTypes.indirect)
        }
        if used.contains(.anything) { helpers.append(HelperTypes.jsonValue) }
        return helpers
    }

    // MARK: - Types

    private func name(of type: ModelType) -> String {
        switch type {
        case .bool: "Bool"
        case .integer: "Int"
        case .number: "Double"
        case .decimal: "Decimal"
        case .text: "String"
        case .date: "Date"
        case .identity: "Identity"
        case .anything: "JSONValue"
        case .optional(let type): "\(name(of: type))?"
        case .array(let type): "[\(name(of: type))]"
        case .map(let type): "[String: \(name(of: type))]"
        case .named(let id): names.types[id]
        case .boxed(let id): "Indirect<\(names.types[id])>"
        }
    }

    private func write(_ id: TypeID, in code: inout CodeLines) {
        let type = model.types[id]
        if let comment = type.comment { code.add(comment, asComment: ()) }
        switch type.form {
        case .structure(let structure): write(structure, id, in: &code)
        case .union(let union): write(union, id, in: &code)
        case .choice(let values): write(values, id, in: &code)
        case .reference(let entity, let identity): write(referenceTo: entity, identity, id, in: &code)
        }
    }

    private func writeInner(of id: TypeID, in code: inout CodeLines) {
        for inner in model.types.indices where model.types[inner].owner == id {
            code.separate()
            write(inner, in: &code)
        }
    }

    // MARK: - Structures

    private func write(_ structure: ModelStructure, _ id: TypeID, in code: inout CodeLines) {
        let isEntity = structure.kind != nil
        let protocols = "Codable, Hashable, Sendable\(isEntity ? ", Identifiable" : "")"
        code.block("struct \(names.types[id]): \(protocols) {") { code in
            for (field, name) in zip(structure.fields, names.members[id]) {
                if let comment = field.comment {
                    code.separate()
                    code.add(comment, asComment: ())
                }
                let word = isMutable && !(isEntity && field.key == model.identity) ? "var" : "let"
                code.add("\(word) \(SwiftName.escaped(name)): \(self.name(of: field.type))")
            }
            if isEntity, model.identity != "id" { writeIdentity(structure, id, in: &code) }
            writeInner(of: id, in: &code)
            let pairs = zip(structure.fields, names.members[id]).map { ($0.key, $1) }
            if pairs.contains(where: { $0 != $1 }) { writeKeys(pairs, in: &code) }
        }
    }

    private func writeIdentity(_ structure: ModelStructure, _ id: TypeID, in code: inout CodeLines) {
        guard let index = structure.fields.firstIndex(where: { $0.key == model.identity }) else { return }
        code.separate()
        let type = name(of: structure.fields[index].type)
        code.add("var id: \(type) { \(SwiftName.escaped(names.members[id][index])) }")
    }

    private func writeKeys(_ pairs: [(key: String, name: String)], in code: inout CodeLines) {
        code.separate()
        code.block("private enum CodingKeys: String, CodingKey {") { code in
            for (key, name) in pairs {
                let value = key == name ? "" : " = \(SwiftName.literal(key))"
                code.add("case \(SwiftName.escaped(name))\(value)")
            }
        }
    }

    // MARK: - Unions

    private func write(_ union: ModelUnion, _ id: TypeID, in code: inout CodeLines) {
        let cases = zip(union.cases, names.members[id]).map { (item: $0, name: $1) }
        code.block("indirect enum \(names.types[id]): Codable, Hashable, Sendable {") { code in
            for (item, name) in cases { code.add("case \(SwiftName.escaped(name))(\(names.types[item.type]))") }
            code.separate()
            code.add("/// Something else at \(SwiftName.literal(union.tag)).")
            code.add("case unknown(JSONValue)")
            code.separate()
            code.block("init(from decoder: any Decoder) throws {") { code in
                code.add("let container = try decoder.container(keyedBy: CodingKeys.self)")
                code.add("switch try container.decode(String.self, forKey: .tag) {")
                for (item, name) in cases {
                    let value = "try \(names.types[item.type])(from: decoder)"
                    code.add("case \(SwiftName.literal(item.value)): self = .\(SwiftName.escaped(name))(\(value))")
                }
                code.add("default: self = .unknown(try JSONValue(from: decoder))")
                code.add("}")
            }
            code.separate()
            code.block("func encode(to encoder: any Encoder) throws {") { code in
                code.add("switch self {")
                for (item, name) in cases { encode(item, name, of: union, in: &code) }
                code.add("case .unknown(let value): try value.encode(to: encoder)")
                code.add("}")
            }
            writeInner(of: id, in: &code)
            code.separate()
            code.block("private enum CodingKeys: String, CodingKey {") { code in
                code.add("case tag = \(SwiftName.literal(union.tag))")
            }
        }
    }

    private func encode(_ item: ModelUnion.Case, _ name: String, of union: ModelUnion, in code: inout CodeLines) {
        let head = "case .\(SwiftName.escaped(name))(let value):"
        let tag = model.types[item.type].structure?.fields.first { $0.key == union.tag }
        if let tag, tag.type == tag.type.wrapped { return code.add("\(head) try value.encode(to: encoder)") }
        // A value that does not hold its own tag gets it here.
        code.block(head, "    try value.encode(to: encoder)") { code in
            code.add("var container = encoder.container(keyedBy: CodingKeys.self)")
            code.add("try container.encode(\(SwiftName.literal(item.value)), forKey: .tag)")
        }
    }

    // MARK: - Choices

    private func write(_ values: [String], _ id: TypeID, in code: inout CodeLines) {
        let cases = zip(values, names.members[id]).map { (value: SwiftName.literal($0), name: SwiftName.escaped($1)) }
        code.block("enum \(names.types[id]): RawRepresentable, Codable, Hashable, Sendable {") { code in
            for (_, name) in cases { code.add("case \(name)") }
            code.separate()
            code.add("/// Text that the schema does not list.")
            code.add("case unknown(String)")
            code.separate()
            code.block("init(rawValue: String) {") { code in
                code.add("switch rawValue {")
                for (value, name) in cases { code.add("case \(value): self = .\(name)") }
                code.add("default: self = .unknown(rawValue)")
                code.add("}")
            }
            code.separate()
            code.block("var rawValue: String {") { code in
                code.add("switch self {")
                for (value, name) in cases { code.add("case .\(name): \(value)") }
                code.add("case .unknown(let text): text")
                code.add("}")
            }
        }
    }

    // MARK: - References

    private func write(referenceTo entity: TypeID, _ identity: ModelType, _ id: TypeID, in code: inout CodeLines) {
        let (entity, identity) = (names.types[entity], name(of: identity))
        let text = HelperTypes.reference(names.types[id], entity: entity, identity: identity)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { code.add(String(line)) }
    }
}
