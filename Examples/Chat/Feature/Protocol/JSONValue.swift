public import Foundation
public import MillraceJSON

/// A JSON value of which nothing is known beforehand, so that one odd member damages nothing beside it.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue {
    /// A member of an object; nil for anything else.
    public subscript(name: String) -> JSONValue? { object?[name] }

    /// The members of an object.
    public var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

    /// The elements of an array.
    public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The text of a string.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// A truth value.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// A whole number that JSON can carry exactly.
    public var int: Int? {
        guard case .number(let number) = self, number.magnitude < 0x1p53 else { return nil }
        return Int(exactly: number)
    }
}

extension JSONValue {
    /// Reads a document. Cost: O(bytes), in one pass: a decoder would try each kind that a value may be.
    public init(document: Data) throws(JSONError) {
        self = try JSONReader.read(document, allowsTrailingCommas: true) { reader throws(JSONError) in
            try JSONValue(reading: &reader)
        }
    }

    private init(reading reader: inout JSONReader) throws(JSONError) {
        switch try reader.kind() {
        case .null:
            try reader.null()
            self = .null
        case .bool: self = .bool(try reader.bool())
        case .number: self.init(try reader.number())
        case .string: self = .string(try reader.string())
        case .array:
            var elements: [JSONValue] = []
            try reader.array { reader, _ throws(JSONError) in elements.append(try JSONValue(reading: &reader)) }
            self = .array(elements)
        case .object:
            var members: [String: JSONValue] = [:]
            try reader.object { reader, name throws(JSONError) in members[name] = try JSONValue(reading: &reader) }
            self = .object(members)
        }
    }

    /// A number, as exactly as a `Double` holds it; null for one that it does not hold at all.
    private init(_ number: JSONNumber) {
        switch number {
        case .integer(let number): self = .number(Double(number))
        case .double(let number): self = .number(number)
        case .decimal(let text): self = Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? .null
        }
    }
}

extension JSONValue {
    /// Reads a document without what is nested too deeply to be of use, as somebody may write it in a message: otherwise
    /// the whole document would be lost with it.
    init(bounded document: Data) throws(JSONError) {
        do throws(JSONError) {
            self = try JSONValue(document: document)
        } catch {
            guard let bounded = document.nestedAtMost(100) else { throw error }
            self = try JSONValue(document: bounded)
        }
    }
}

extension Data {
    /// The text of a JSON value in which null stands for what is nested more deeply; nil if nothing is. O(n).
    fileprivate func nestedAtMost(_ limit: Int) -> Data? {
        var result = Data(capacity: count)
        var (depth, isInText, isEscaped, wasCut) = (0, false, false, false)
        for byte in self {
            var isKept = depth <= limit
            if isInText {
                if byte == UInt8(ascii: "\""), !isEscaped { isInText = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    if depth == limit + 1 { result += Data("null".utf8) }
                    isKept = depth <= limit
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
            }
            if isKept { result.append(byte) } else { wasCut = true }
        }
        return wasCut ? result : nil
    }
}

extension JSONValue: Encodable {
    /// Writes the value. A whole number is written without a fraction.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let number):
            if let int { try container.encode(int) } else { try container.encode(number) }
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// A string.
    public init(stringLiteral text: String) { self = .string(text) }
    /// A number.
    public init(integerLiteral number: Int) { self = .number(Double(number)) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// An object. Of members with one name the last counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { $1 })
    }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
