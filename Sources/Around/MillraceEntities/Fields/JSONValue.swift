/// Any value of JSON, kept and written as it is: for a field of which no type is known.
public struct JSONValue: Hashable, Sendable, Codable {
    let value: FieldValue

    init(_ value: FieldValue) { self.value = value }

    /// Decodes any value.
    public init(from decoder: any Decoder) throws { value = try FieldValue(from: decoder) }

    /// Encodes what was decoded.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
