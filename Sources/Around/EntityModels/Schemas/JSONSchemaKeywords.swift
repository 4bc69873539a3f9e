import MillraceEntities

extension FieldValue {
    /// The text that a schema allows as the only one; nil if there is none.
    var constantText: String? {
        if let text = members[last: "const"]?.text { return text }
        guard case .array(let values)? = members[last: "enum"], values.count == 1 else { return nil }
        return values[0].text
    }

    /// The members of an object; none of anything else.
    var members: [Member] { if case .object(let members) = self { members } else { [] } }

    var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension [FieldValue.Member] {
    /// The types that a schema names, or that its other keywords mean.
    var types: [String] {
        switch self[last: "type"] {
        case .string(let type)?: return [type]
        case .array(let types)?: return types.compactMap(\.text)
        default:
            let isObject = self[last: "properties"] != nil || self[last: "additionalProperties"] != nil
            return isObject ? ["object"] : self[last: "items"] == nil ? [] : ["array"]
        }
    }

    /// The schemas at a keyword; nil if there are none.
    func schemas(_ name: String) -> [FieldValue]? {
        if case .array(let parts)? = self[last: name], !parts.isEmpty { parts } else { nil }
    }

    var required: Set<String> {
        guard case .array(let names)? = self[last: "required"] else { return [] }
        return Set(names.compactMap(\.text))
    }

    /// The description in the schema; nil if there is none.
    var comment: String? {
        guard let text = self[last: "description"]?.text, !text.isEmpty else { return nil }
        return text
    }

    /// The value of a name, the last one if there are several; nil if there is none.
    subscript(last name: String) -> FieldValue? { last { $0.name == name }?.value }
}
