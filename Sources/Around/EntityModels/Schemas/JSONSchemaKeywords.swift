import MillraceEntities

extension FieldValue {
    /// The text that a schema allows as the only one; nil if there is none.
    var constantText: String? {
        guard case .object(let members) = self else { return nil }
        if case .string(let text)? = members[last: "const"] { return text }
        if case .array(let values)? = members[last: "enum"], values.count == 1, case .string(let text) = values[0] {
            return text
        }
        return nil
    }
}

extension [FieldValue.Member] {
    /// The types that a schema names, or that its other keywords mean.
    var types: [String] {
        switch self[last: "type"] {
        case .string(let type)?: [type]
        case .array(let types)?: types.compactMap { if case .string(let type) = $0 { type } else { nil } }
        default:
            if self[last: "properties"] != nil || self[last: "additionalProperties"] != nil {
                ["object"]
            } else if self[last: "items"] != nil {
                ["array"]
            } else {
                []
            }
        }
    }

    /// The schemas at a keyword; nil if there are none.
    func schemas(_ name: String) -> [FieldValue]? {
        if case .array(let parts)? = self[last: name], !parts.isEmpty { parts } else { nil }
    }

    var required: Set<String> {
        guard case .array(let names)? = self[last: "required"] else { return [] }
        return Set(names.compactMap { if case .string(let name) = $0 { name } else { nil } })
    }

    /// What the schema says of itself; nil if nothing.
    var comment: String? {
        guard case .string(let text)? = self[last: "description"], !text.isEmpty else { return nil }
        return text
    }

    /// The value of a name, the last one if there are several; nil if there is none.
    subscript(last name: String) -> FieldValue? { last { $0.name == name }?.value }
}
