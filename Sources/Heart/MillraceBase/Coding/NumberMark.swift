// Values as JSON, where there is Foundation. NaN and the infinities, which JSON does not have, are told from texts.

#if canImport(FoundationEssentials)
import FoundationEssentials
#elseif canImport(Foundation)
import Foundation
#endif

#if canImport(FoundationEssentials) || canImport(Foundation)

/// What stands before the names of numbers that JSON does not have, in one value: `#NaN`.
///
/// It is a run of number signs, longer than any other in the value. So no text of the value is taken for a number, and
/// no number for a text. The payload of a NaN is lost.
package struct NumberMark: Hashable, Sendable {
    /// The number of number signs.
    package let length: Int

    /// Creates a mark; nil for no number signs.
    package init?(length: Int) {
        if length <= 0 { return nil }
        self.length = length
    }

    /// Encodes a value as an encoder does, with a mark only if it contains a number that JSON does not have: then three
    /// times.
    ///
    /// - Parameters:
    ///   - encoder: An encoder that refuses such numbers. It is not changed.
    ///   - encode: Encodes the value, and the mark with which its numbers are written.
    /// - Throws: What encoding throws.
    package static func encode(
        with encoder: JSONEncoder,
        _ encode: (JSONEncoder, NumberMark?) throws -> Data
    ) throws -> Data {
        do {
            return try encode(encoder, nil)
        } catch EncodingError.invalidValue(let value, let context) {
            let number = value as? any BinaryFloatingPoint
            guard let number, !number.isFinite else { throw EncodingError.invalidValue(value, context) }
        }
        let marking = JSONEncoder()
        (marking.outputFormatting, marking.userInfo) = (encoder.outputFormatting, encoder.userInfo)
        marking.nonConformingFloatEncodingStrategy = .behind("")
        let mark = NumberMark(length: longestRun(in: try encode(marking, nil)) + 1)
        marking.nonConformingFloatEncodingStrategy = .behind(mark?.text ?? "")
        return try encode(marking, mark)
    }

    private static func longestRun(in bytes: Data) -> Int {
        var (longest, run) = (0, 0)
        for byte in bytes {
            run = byte == UInt8(ascii: "#") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    fileprivate var text: String { String(repeating: "#", count: length) }
}

extension JSONEncoder.NonConformingFloatEncodingStrategy {
    fileprivate static func behind(_ mark: String) -> Self {
        .convertToString(positiveInfinity: "\(mark)Infinity", negativeInfinity: "\(mark)-Infinity", nan: "\(mark)NaN")
    }
}

extension JSONDecoder {
    /// Decodes what was encoded with a mark, or without one.
    package func decode<Value: Decodable>(_ type: Value.Type, from data: Data, _ mark: NumberMark?) throws -> Value {
        guard let mark else { return try decode(type, from: data) }
        let marking = JSONDecoder()
        marking.userInfo = userInfo
        marking.userInfo[.numberMark] = mark
        marking.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "\(mark.text)Infinity",
            negativeInfinity: "\(mark.text)-Infinity",
            nan: "\(mark.text)NaN"
        )
        return try marking.decode(Marked<Value>.self, from: data).value
    }
}

extension CodingUserInfoKey {
    /// Never nil, for any name.
    fileprivate static var numberMark: CodingUserInfoKey {
        CodingUserInfoKey(rawValue: "millrace.numberMark").unsafelyUnwrapped
    }
}

private struct Marked<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        let mark = (decoder.userInfo[.numberMark] as? NumberMark)?.text ?? ""
        value = try MarkedDecoder(decoder, mark).singleValueContainer().decode(Value.self)
    }
}

/// A decoder to which a number behind a mark is no text.
private struct MarkedDecoder: Decoder {
    private let decoder: any Decoder
    private let mark: String

    init(_ decoder: any Decoder, _ mark: String) { (self.decoder, self.mark) = (decoder, mark) }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members(members: try decoder.container(keyedBy: type), mark: mark))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        Elements(elements: try decoder.unkeyedContainer(), mark: mark)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        Single(decoder: self, value: try decoder.singleValueContainer(), mark: mark)
    }

    /// Whether the decoder of JSON reads a type by itself.
    fileprivate static func isRead(_ type: any Decodable.Type) -> Bool {
        switch type {
        case is any FixedWidthInteger.Type, is Bool.Type, is Double.Type, is Float.Type, is String.Type: true
        case is Date.Type, is Data.Type, is URL.Type, is Decimal.Type: true
        default: false
        }
    }

    fileprivate static func require<Value>(
        _ value: Value,
        behind mark: String,
        at path: [any CodingKey]
    ) throws -> Value {
        guard let text = value as? String, text.utf8.starts(with: mark.utf8) else { return value }
        let context = DecodingError.Context(codingPath: path, debugDescription: "String: a number is there.")
        throw DecodingError.typeMismatch(String.self, context)
    }

    private struct Single: SingleValueDecodingContainer {
        let decoder: MarkedDecoder
        let value: any SingleValueDecodingContainer
        let mark: String
        var codingPath: [any CodingKey] { value.codingPath }

        func decodeNil() -> Bool { value.decodeNil() }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            if !isRead(type) { return try Value(from: decoder) }
            return try require(try value.decode(type), behind: mark, at: codingPath)
        }
    }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let members: KeyedDecodingContainer<Key>
        let mark: String
        var codingPath: [any CodingKey] { members.codingPath }
        var allKeys: [Key] { members.allKeys }

        func contains(_ key: Key) -> Bool { members.contains(key) }
        func decodeNil(forKey key: Key) throws -> Bool { try members.decodeNil(forKey: key) }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            if !isRead(type) { return try Value(from: try superDecoder(forKey: key)) }
            return try require(try members.decode(type, forKey: key), behind: mark, at: codingPath + [key])
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            try superDecoder(forKey: key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try superDecoder(forKey: key).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder { MarkedDecoder(try members.superDecoder(), mark) }

        func superDecoder(forKey key: Key) throws -> any Decoder {
            // Where there is nothing, Foundation's makes one of nil.
            guard members.contains(key) else {
                let context = DecodingError.Context(codingPath: codingPath, debugDescription: "there is none")
                throw DecodingError.keyNotFound(key, context)
            }
            return MarkedDecoder(try members.superDecoder(forKey: key), mark)
        }
    }

    private struct Elements: UnkeyedDecodingContainer {
        var elements: any UnkeyedDecodingContainer
        let mark: String
        var codingPath: [any CodingKey] { elements.codingPath }
        var count: Int? { elements.count }
        var isAtEnd: Bool { elements.isAtEnd }
        var currentIndex: Int { elements.currentIndex }

        mutating func decodeNil() throws -> Bool { try elements.decodeNil() }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            // A copy: what throws must not advance.
            var next = elements
            let value: Value
            if isRead(type) {
                value = try require(try next.decode(type), behind: mark, at: codingPath)
            } else {
                value = try Value(from: MarkedDecoder(try next.superDecoder(), mark))
            }
            elements = next
            return value
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> {
            try superDecoder().container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try superDecoder().unkeyedContainer()
        }

        mutating func superDecoder() throws -> any Decoder { MarkedDecoder(try elements.superDecoder(), mark) }
    }
}
#endif
