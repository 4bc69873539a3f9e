import MillraceEntities

/// Writes a model as Swift. The same model gives the same text.
struct SwiftWriter {
    let model: Model
    let names: ModelNames

    /// Whether properties may be changed.
    private let isMutable: Bool

    /// Whether the schema keeps fields that are not declared in it.
    private let keepsUndeclared: Bool

    /// Writes a file.
    static func text(of model: Model, isMutable: Bool = false, keepsUndeclared: Bool = false) -> String {
        SwiftWriter(
            model: model,
            names: ModelNames(of: model),
            isMutable: isMutable,
            keepsUndeclared: keepsUndeclared
        ).text
    }

    private var text: String {
        let roots = model.roots.map { SwiftName.type($0.name) }.joined(separator: ", ")
        var head = "// Models of \(roots), written by entity-models."
        if uses([.date]) {
            head += "\n// A JSONDecoder needs the dateDecodingStrategy .custom(EntityDates.iso8601.decode)."
        }
        let imports = (uses([.date, .decimal]) ? "import Foundation\n" : "") + "import MillraceEntities"
        let declarations = model.types.indices.filter { model.types[$0].owner == nil }.map(declaration)
        let schema = SchemaWriter(model: model, keepsUndeclared: keepsUndeclared).sections
        let sections = [head, imports] + declarations + schema
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// Whether a field is of one of these types, or made of one.
    private func uses(_ types: Set<ModelType>) -> Bool {
        model.types.contains { $0.structure?.fields.contains { types.contains($0.type.innermost) } ?? false }
    }

    // MARK: - Types

    func name(of type: ModelType) -> String {
        switch type {
        case .bool: "Bool"
        case .integer: "Int"
        case .number: "Double"
        case .decimal: "Decimal"
        case .text: "String"
        case .date: "Date"
        case .anything: "JSONValue"
        case .optional(let type): "\(name(of: type))?"
        case .array(let type): "[\(name(of: type))]"
        case .map(let type): "[String: \(name(of: type))]"
        case .named(let id): names.types[id]
        }
    }

    private func declaration(of id: TypeID) -> String {
        let type = model.types[id]
        let text =
            switch type.form {
            case .structure(let structure): self.structure(structure, id)
            case .union(let union): self.union(union, id)
            case .choice(let values): choice(values, id)
            case .reference(let entity, let identity): reference(to: entity, identity, id)
            }
        return Self.comment(type.comment) + text
    }

    /// The declarations of the types within one.
    func inner(of id: TypeID) -> [String] {
        model.types.indices.filter { model.types[$0].owner == id }.map(declaration)
    }

    private static func comment(_ text: String?) -> String {
        (text ?? "").split(whereSeparator: \.isNewline).map { "/// \($0)\n" }.joined()
    }

    /// A declaration with sections between which there is an empty line.
    static func block(_ head: String, _ sections: [String]) -> String {
        "\(head) {\n\(sections.joined(separator: "\n\n").indented)\n}"
    }

    // MARK: - Structures

    private func structure(_ structure: ModelStructure, _ id: TypeID) -> String {
        let isEntity = structure.kind != nil
        let pairs = zip(structure.fields, names.members[id]).map { (field: $0, name: SwiftName.escaped($1)) }
        var properties: [String] = []
        for (field, name) in pairs {
            let isFixed = !isMutable || isEntity && field.key == model.identity
            let line = "\(isFixed ? "let" : "var") \(name): \(self.name(of: field.type))"
            let isApart = field.comment != nil && !properties.isEmpty
            properties.append((isApart ? "\n" : "") + Self.comment(field.comment) + line)
        }
        var sections = [properties.joined(separator: "\n")]
        if isEntity, model.identity != "id", let own = pairs.first(where: { $0.field.key == model.identity }) {
            sections.append("var id: \(name(of: own.field.type)) { \(own.name) }")
        }
        sections += inner(of: id)
        if zip(structure.fields, names.members[id]).contains(where: { $0.key != $1 }) {
            sections.append(keys(of: structure, id))
        }
        let protocols = "Codable, Hashable, Sendable\(isEntity ? ", Identifiable" : "")"
        return Self.block("struct \(names.types[id]): \(protocols)", sections)
    }

    private func keys(of structure: ModelStructure, _ id: TypeID) -> String {
        let cases = zip(structure.fields, names.members[id]).map { field, name in
            "case \(SwiftName.escaped(name))" + (field.key == name ? "" : " = \(SwiftName.literal(field.key))")
        }
        return Self.block("private enum CodingKeys: String, CodingKey", [cases.joined(separator: "\n")])
    }
}

extension String {
    /// The lines, each four columns further on.
    var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
            .joined(separator: "\n")
    }
}
