import Foundation

/// Any value of JSON, kept and written as it is: for a field of which no type is known.
///
/// An entity in it is its identity, as text, where it is encoded.
public struct JSONValue: Hashable, Sendable {
    let value: FieldValue

    init(_ value: FieldValue) { self.value = value }
}

extension JSONValue: Codable {
    /// Decodes any value.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.singleValueContainer(), let scalar = FieldValue.scalar(container) {
            value = FoundationValues.longer(scalar, container)
        } else if var elements = try? decoder.unkeyedContainer() {
            var values: [FieldValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self).value) }
            value = .array(values)
        } else {
            let members = try decoder.container(keyedBy: PathStep.self)
            value = .object(
                try members.allKeys
                    .map { FieldValue.Member($0.stringValue, try members.decode(JSONValue.self, forKey: $0).value) }
                    .sortedByName()
            )
        }
    }

    /// Encodes the decoded value.
    public func encode(to encoder: any Encoder) throws {
        switch value {
        case .null, .bool, .integer, .string: try value.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .decimal(let text): try encodeNumber(text, to: encoder)
        case .key(let text): try text.encode(to: encoder)
        case .reference(let id): try id.key.encode(to: encoder)
        case .array(let elements): try elements.map(JSONValue.init).encode(to: encoder)
        case .object(let members):
            var container = encoder.container(keyedBy: PathStep.self)
            for member in members { try container.encode(JSONValue(member.value), forKey: .name(member.name)) }
        }
    }

    /// Encodes a number that no `Double` holds exactly; as text, if it is larger than any `Decimal`.
    private func encodeNumber(_ text: String, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let decimal = FoundationValues.decimal(value) {
            try container.encode(decimal)
        } else {
            try container.encode(text)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON, for a log.
    public var description: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
    }
}
