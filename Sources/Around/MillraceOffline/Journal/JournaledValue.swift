public import Foundation

/// A value, or a row of a table, as an older version of the program has written it.
///
/// ```swift
/// $0.table(\.items, as: "items", version: 2) { old in
///     let item = try old.decode(ItemOfVersion1.self)
///     return Item(id: item.id, title: item.name)
/// }
/// ```
public struct JournaledValue: Sendable {
    /// The version with which it was written.
    public let version: Int

    /// The bytes: JSON.
    public let data: Data

    /// Decodes it as the type that it had then.
    ///
    /// - Throws: A `DecodingError`.
    public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JournalCoding.decode(type, from: data)
    }
}

/// How values are written.
@usableFromInline
enum JournalCoding {
    @usableFromInline
    static func encode(_ value: some Encodable) throws -> Data { try encoder.encode(value) }

    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decoder.decode(type, from: data)
    }

    /// Any number may be in a state; JSON knows finite ones alone.
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        return encoder
    }()

    private static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        return decoder
    }()
}
