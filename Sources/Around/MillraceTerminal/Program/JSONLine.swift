import Foundation

/// A JSON object on one line: the answer of a program to another program.
///
/// ```swift
/// var answer: JSONLine = ["city": "Paris", "temperature": 17.4, "wind": nil]
/// answer["isRecorded"] = true
/// output.write(answer.description)     // {"city":"Paris","isRecorded":true,"temperature":17.4}
/// ```
///
/// The keys are in alphabetical order. A field that is nil is left out, as is a number that JSON does not have, such as
/// an infinite one. A date is written as in ISO 8601. No character of the line is a line break for any reader.
public struct JSONLine: Encodable {
    private struct Member: Encodable {
        let value: any Encodable

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    private var members: [String: Member] = [:]

    /// A member; nil if the object does not have it.
    public subscript(name: String) -> (any Encodable)? {
        get { members[name]?.value }
        set {
            let isWritable = (newValue as? Double)?.isFinite ?? true
            members[name] = isWritable ? newValue.map { Member(value: $0) } : nil
        }
    }

    /// Writes the members.
    public func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

extension JSONLine: ExpressibleByDictionaryLiteral {
    /// Creates an object. Of members with one name the last one counts.
    public init(dictionaryLiteral members: (String, (any Encodable)?)...) {
        for (name, value) in members { self[name] = value }
    }
}

extension JSONLine: CustomStringConvertible {
    /// The line. Cost: O(its length).
    public var description: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let data = (try? encoder.encode(self)) ?? Data("{}".utf8)
        // JSON has these characters as they are, but they may end a line for its reader.
        return String(decoding: data, as: UTF8.self)
            .replacing("\u{85}", with: "\\u0085")
            .replacing("\u{2028}", with: "\\u2028")
            .replacing("\u{2029}", with: "\\u2029")
    }
}
