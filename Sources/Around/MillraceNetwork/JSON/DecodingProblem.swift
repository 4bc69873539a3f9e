public import Foundation
import MillraceJSON

/// Why an answer could not be decoded: the fault, its coding path, and its line of the JSON.
public struct DecodingProblem: Error, Hashable, Sendable, Codable {
    /// The kind of a decoding problem.
    public enum Kind: Hashable, Sendable, Codable {
        /// The value is missing or null.
        case missing
        /// The value has another JSON type than expected: "a number", "a text", "a list", "an object".
        case wrongKind(expected: String)
        /// The value has the right JSON type, but is not valid for the Swift type; with the decoder's description.
        case invalid(String)
        /// The text is not JSON.
        case malformed
        /// Any other error that ``Request/decode(_:)`` has thrown, with its description.
        case other(String)
    }

    /// The kind of the fault.
    public private(set) var kind: Kind
    /// The coding path, written as in Swift code: `list[3].main.temp`. Empty for the whole answer.
    public private(set) var path: String
    /// The number of the line, counted from one. Nil for ``Kind/other(_:)``.
    public private(set) var line: Int?
    /// The part of the line around the problem: at most 80 characters.
    public private(set) var excerpt = ""
    /// Where the excerpt was taken, in bytes of the JSON.
    private var offset: Int?

    /// Locates the error of a decoder in the JSON.
    ///
    /// - Parameters:
    ///   - error: The error that a decoder or a `JSONReader` has thrown.
    ///   - json: The data that it was decoding.
    /// - Complexity: O(n) in the size of the JSON.
    public init(_ error: any Error, in json: Data) {
        let codingPath: [any CodingKey]
        switch error {
        case is JSONError: (kind, codingPath) = (.malformed, [])
        case let problem as DecodingProblem:
            self = problem
            return
        case DecodingError.keyNotFound(let key, let context):
            (kind, codingPath) = (.missing, context.codingPath + [key])
        case DecodingError.valueNotFound(let type, let context):
            kind = context.codingPath.isEmpty ? .wrongKind(expected: Self.name(of: type)) : .missing
            codingPath = context.codingPath
        case DecodingError.typeMismatch(let type, let context):
            (kind, codingPath) = (.wrongKind(expected: Self.name(of: type)), context.codingPath)
        case DecodingError.dataCorrupted(let context):
            kind = Self.kind(of: context, in: json)
            codingPath = context.codingPath
        default: (kind, codingPath) = (.other("\(error)"), [])
        }
        path = codingPath.dotted
        let offset: Int
        switch kind {
        case .other: return
        case .malformed: offset = JSONLocation.fault(in: json) ?? 0
        default: offset = JSONLocation.offset(of: codingPath, in: json)
        }
        self.offset = offset
        (line, excerpt) = Self.excerpt(at: offset, in: json)
    }
}

extension DecodingProblem {
    /// The same problem without secrets.
    ///
    /// - Parameter json: The data that was decoded. The excerpt is taken from it anew, since it may have cut a secret.
    func redacted(by redaction: Redaction, in json: Data = Data()) -> DecodingProblem {
        var problem = self
        (problem.path, problem.excerpt) = (redaction(path), redaction(excerpt))
        if let offset, offset <= json.count, Self.excerpt(at: offset, in: json) == (line, excerpt) {
            problem.excerpt = Self.excerpt(at: offset, in: json, without: redaction).excerpt
        }
        switch kind {
        case .invalid(let words): problem.kind = .invalid(redaction(words))
        case .other(let words): problem.kind = .other(redaction(words))
        case .missing, .wrongKind, .malformed: break
        }
        return problem
    }
}

extension DecodingProblem: CustomStringConvertible {
    /// The path, the problem and the line, as one line:
    /// `list[3].main.temp: expected a number, in line 7: "temp": "mild"`.
    public var description: String {
        let place = line.map { ", in line \($0): \(excerpt)" } ?? ""
        return (path.isEmpty ? what : "\(path): \(what)") + place
    }

    private var what: String {
        switch kind {
        case .missing: "is missing"
        case .wrongKind(let expected): "expected \(expected)"
        case .invalid(let words): words
        case .malformed: "is not JSON"
        case .other(let words): words
        }
    }
}

extension DecodingProblem {
    /// The kind of data that a decoder calls corrupted: no JSON, or a value that cannot be what it should be.
    private static func kind(of context: DecodingError.Context, in json: Data) -> Kind {
        guard context.codingPath.isEmpty else { return .invalid(context.debugDescription) }
        if JSONLocation.fault(in: json) != nil { return .malformed }
        // On Linux Foundation says so, without a path, of a number that does not fit its type.
        let isNumber = context.debugDescription == "The given data was not valid JSON."
        return .invalid(isNumber ? "a number in it does not fit its type" : context.debugDescription)
    }

    /// The kind of JSON value that becomes a type.
    private static func name(of type: Any.Type) -> String {
        switch type {
        case is Bool.Type: "true or false"
        case is String.Type: "a text"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
        case is any JSONObjectLike.Type: "an object"
        case is any JSONListLike.Type: "a list"
        default: "\(type)"
        }
    }

    /// The number of a line, and its text around an offset.
    private static func excerpt(
        at offset: Int,
        in json: Data,
        without redaction: Redaction = Redaction()
    ) -> (line: Int?, excerpt: String) {
        let bytes = [UInt8](json)
        let newline = UInt8(ascii: "\n")
        let start = (bytes[..<offset].lastIndex(of: newline) ?? -1) + 1
        let end = bytes[offset...].firstIndex(of: newline) ?? bytes.count
        let line = bytes[..<offset].count { $0 == newline } + 1
        // A long line, such as the only one of most answers, is cut around the place.
        let first = max(start, offset - 30)
        let part = first..<min(end, first + 320)
        let window = max(start, first - redaction.longest)..<min(end, part.upperBound + redaction.longest)
        let offset = window.lowerBound
        let shown = part.lowerBound - offset..<part.upperBound - offset
        let text = redaction.text(Array(bytes[window]), within: shown)
        return (line, String(text.trimmingCharacters(in: .whitespacesAndNewlines).prefix(80)))
    }
}

private protocol JSONObjectLike {}
extension Dictionary: JSONObjectLike {}
private protocol JSONListLike {}
extension Array: JSONListLike {}

extension [any CodingKey] {
    /// The path as one would write it in a program: `weather[0].description`.
    fileprivate var dotted: String {
        reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}
