/// A value is encoded as the JSON that it is. A value that JSON does not have is an object with one name that begins
/// with `$`; a real one of that form is wrapped as well.
extension FieldValue: Codable {
    private enum Wrapper: String, CodingKey {
        case reference = "$reference"
        case key = "$key"
        case decimal = "$decimal"
        case number = "$number"
        case object = "$object"
    }

    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.singleValueContainer(), let scalar = Self.scalar(container) {
            self = scalar
            return
        }
        if var elements = try? decoder.unkeyedContainer() {
            var values: [FieldValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(FieldValue.self)) }
            self = .array(values)
            return
        }
        let names = try decoder.container(keyedBy: PathStep.self)
        if names.allKeys.count == 1, let wrapper = Wrapper(rawValue: names.allKeys[0].stringValue),
            let value = try? Self.wrapped(wrapper, try decoder.container(keyedBy: Wrapper.self))
        {
            self = value
        } else {
            self = .object(try Self.members(names))
        }
    }

    static func scalar(_ container: any SingleValueDecodingContainer) -> FieldValue? {
        if container.decodeNil() { return .null }
        if let bool = try? container.decode(Bool.self) { return .bool(bool) }
        if let number = try? container.decode(Int.self) {
            // A zero may have a sign, which an integer does not have.
            return number == 0 ? (try? container.decode(Double.self)).map(number(of:)) ?? .integer(0) : .integer(number)
        }
        // A decoder that takes some texts for numbers takes them for texts as well, and so they were written.
        if let text = try? container.decode(String.self) { return .string(text) }
        return (try? container.decode(Double.self)).map(FieldValue.number)
    }

    private static func wrapped(_ wrapper: Wrapper, _ container: KeyedDecodingContainer<Wrapper>) throws -> FieldValue {
        switch wrapper {
        case .reference: .reference(try container.decode(EntityID.self, forKey: wrapper))
        case .key: .key(try container.decode(String.self, forKey: wrapper))
        case .decimal: .decimal(try container.decode(String.self, forKey: wrapper))
        case .number: .number(Double(bitPattern: try container.decode(UInt64.self, forKey: wrapper)))
        case .object: .object(try members(try container.nestedContainer(keyedBy: PathStep.self, forKey: wrapper)))
        }
    }

    private static func members(_ container: KeyedDecodingContainer<PathStep>) throws -> [Member] {
        try container.allKeys.map { Member($0.stringValue, try container.decode(FieldValue.self, forKey: $0)) }
            .sortedByName()
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let bool): try bool.encode(to: encoder)
        case .integer(let number): try number.encode(to: encoder)
        case .number(let number):
            // JSON does not have what is not finite: its bits.
            if number.isFinite { return try number.encode(to: encoder) }
            try encode(number.bitPattern, as: .number, to: encoder)
        case .string(let text): try text.encode(to: encoder)
        case .array(let elements): try elements.encode(to: encoder)
        case .key(let text): try encode(text, as: .key, to: encoder)
        case .decimal(let text): try encode(text, as: .decimal, to: encoder)
        case .reference(let id): try encode(id, as: .reference, to: encoder)
        case .object(let members): try encode(members, to: encoder)
        }
    }

    private func encode(_ value: some Encodable, as wrapper: Wrapper, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Wrapper.self)
        try container.encode(value, forKey: wrapper)
    }

    private func encode(_ members: [Member], to encoder: any Encoder) throws {
        let isWrapped = members.count == 1 && Wrapper(rawValue: members[0].name) != nil
        var outer = encoder.container(keyedBy: PathStep.self)
        if isWrapped {
            var inner = outer.nestedContainer(keyedBy: PathStep.self, forKey: .name(Wrapper.object.rawValue))
            for member in members { try inner.encode(member.value, forKey: .name(member.name)) }
        } else {
            for member in members { try outer.encode(member.value, forKey: .name(member.name)) }
        }
    }
}
