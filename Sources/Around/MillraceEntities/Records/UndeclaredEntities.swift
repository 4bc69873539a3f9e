/// The objects of an answer that look like entities, at fields that the schema does not mention.
///
/// They are refused, or noted, each field once: an answer of many entities reports it no more often than one of a
/// single one.
struct UndeclaredEntities {
    private let schema: EntitySchema

    /// The noted fields: of each the first place.
    private(set) var found: [EntityError] = []
    private var fields: Set<Field> = []

    /// A field that should be declared: its name, behind those of the fields around it.
    private struct Field: Hashable {
        /// The entity that it is in; nil if it is in none.
        let kind: EntityKind?
        let names: [String]
    }

    init(schema: EntitySchema) { self.schema = schema }

    /// Looks for an entity in a value at a field that the schema does not mention.
    ///
    /// - Parameters:
    ///   - path: The place of the value.
    ///   - owner: The entity around it, and how long the path to it is.
    ///   - shape: The declared shape of the whole answer.
    /// - Throws: An error that names the line to add, unless the schema keeps such objects.
    mutating func check(
        _ value: FieldValue,
        at path: [PathStep],
        in owner: (id: EntityID, depth: Int)?,
        of shape: EntityField
    ) throws(EntityError) {
        guard let declaration = declaration(of: value) else { return }
        let names = path[(owner?.depth ?? 0)...].compactMap { if case .name(let name) = $0 { name } else { nil } }
        guard fields.insert(Field(kind: owner?.id.kind, names: names)).inserted else { return }
        let line = line(declaration, names, owner?.id.kind, shape)
        let error = EntityError(.undeclared(add: line), at: path.text())
        guard schema.keepsUndeclared else { throw error }
        found.append(error)
    }

    /// How a value would be declared that looks like an entity, or contains one; nil if it is plain.
    private func declaration(of value: FieldValue) -> String? {
        switch value {
        case .object(let members):
            if members.contains(where: { schema.identityNames.contains($0.name) && $0.value.identityText != nil }) {
                return ".one(KIND)"
            }
            for member in members {
                if let field = declaration(of: member.value) { return ".object([\"\(member.name)\": \(field)])" }
            }
            return nil
        case .array(let elements):
            for element in elements {
                guard let field = declaration(of: element) else { continue }
                return field.hasPrefix(".object") ? ".list" + field.dropFirst(".object".count) : ".many(KIND)"
            }
            return nil
        default: return nil
        }
    }

    /// The line to add, and where: the fields of the entity around it, or of the object within that.
    private func line(
        _ declaration: String,
        _ names: [String],
        _ kind: EntityKind?,
        _ shape: EntityField
    ) -> String {
        var around = kind.map { .object(schema.type(of: $0).fields) } ?? shape
        var declared: [String] = []
        for name in names.dropLast() {
            // The names in a dictionary are data.
            if case .dictionary = around {} else { declared.append(name) }
            around = around.member(name) ?? .value
        }
        let whole = kind.map { "EntityType(\"\($0)\")" } ?? "the answer's shape"
        var place = "the fields"
        if case .list = around {
            place = "the .list"
        } else if kind == nil || !declared.isEmpty {
            place = "the .object"
        }
        if !declared.isEmpty { place += " at \"\(declared.joined(separator: "."))\"" }
        return "\"\(names.last ?? "")\": \(declaration) to \(place) of \(whole)"
    }
}
