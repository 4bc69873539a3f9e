/// A field of a projection that is unknown, null or a value; an optional does not tell unknown from null.
///
/// ```swift
/// struct Pin: Codable {
///     let title: String
///     let note: Known<String>
/// }
/// ```
public enum Known<Value> {
    /// The server has not sent it yet. It is not encoded.
    case unknown

    /// The server has sent that there is no value.
    case null

    /// The server has sent this value.
    case value(Value)

    /// The value; nil if it is unknown or null.
    public var value: Value? { if case .value(let value) = self { value } else { nil } }
}

extension Known: Equatable where Value: Equatable {}
extension Known: Hashable where Value: Hashable {}
extension Known: Sendable where Value: Sendable {}

extension Known: Decodable where Value: Decodable {
    /// Decodes null or a value. A field that is absent is decoded by its container.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }
}

extension Known: Encodable where Value: Encodable {
    /// Encodes the value, or null. A field that is unknown is left out by its container.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a field that may be unknown. The generated `init(from:)` of a projection calls it.
    public func decode<Value: Decodable>(_ type: Known<Value>.Type, forKey key: Key) throws -> Known<Value> {
        guard contains(key) else { return .unknown }
        if try decodeNil(forKey: key) { return .null }
        do {
            return .value(try decode(Value.self, forKey: key))
        } catch let error as EntityError where error.isNotTold {
            return .unknown
        }
    }
}

extension KeyedEncodingContainer {
    /// Encodes a field unless it is unknown. The generated `encode(to:)` of a projection calls it.
    public mutating func encode<Value: Encodable>(_ known: Known<Value>, forKey key: Key) throws {
        switch known {
        case .unknown: return
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}

extension EntityError {
    /// Whether the entity or the field is not known yet, so that fetching it may help.
    public var isNotTold: Bool { reason == .unknown || reason == .lacksField }
}
