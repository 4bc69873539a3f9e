import Foundation

/// An address taken apart, with nothing percent-encoded: patterns read from it and write to it.
struct DeepLinkAddress {
    /// The components of the path that have not been read yet. A slice, so that each link takes what it reads without a copy
    /// of the rest.
    var path: ArraySlice<String> = []

    /// The items of the query that have not been read yet.
    var query: [(name: String, value: String)] = []

    /// The text behind `#`.
    var fragment: String?

    /// Takes the next component of the path, which must be this one.
    mutating func takeComponent(_ text: String) throws(DeepLinkMismatch) {
        guard let first = path.first else { throw DeepLinkMismatch("the path ends before \"\(text)\"") }
        guard first == text else { throw DeepLinkMismatch("\"\(first)\" is not \"\(text)\"") }
        path.removeFirst()
    }

    /// Takes the text at a place, for the query that of the first item with the name; nil if there is none.
    mutating func take(_ place: DeepLinkPlace) -> String? {
        switch place {
        case .path: return path.popFirst()
        case .item(let name): return query.firstIndex { $0.name == name }.map { query.remove(at: $0).value }
        case .fragment: return fragment
        }
    }

    /// Adds a text at a place. Returns false if it cannot stand there: an empty component of a path is not
    /// distinguishable from a slash too many.
    mutating func put(_ text: String, at place: DeepLinkPlace) -> Bool {
        switch place {
        case .path where text.isEmpty: return false
        case .path: path.append(text)
        case .item(let name): query.append((name, text))
        case .fragment: fragment = text
        }
        return true
    }
}

/// Where a value stands in an address.
enum DeepLinkPlace: Sendable, CustomStringConvertible {
    /// The next component of the path.
    case path
    /// An item of the query.
    case item(String)
    /// The text behind `#`.
    case fragment

    var description: String {
        switch self {
        case .path: "the path"
        case .item(let name): "the query's \(name)"
        case .fragment: "the fragment"
        }
    }
}

/// Why a pattern does not fit an address.
struct DeepLinkMismatch: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

// MARK: - Percent-encoding

extension DeepLinkAddress {
    /// Reads the part behind the base of an address.
    ///
    /// - Throws: If it is not percent-encoded UTF-8.
    init(path: Substring, query: String?, fragment: String?) throws(DeepLinkMismatch) {
        // A slash at the end, or a doubled one, makes no difference.
        for part in path.utf8.split(separator: UInt8(ascii: "/")) { self.path.append(try decoded(Substring(part))) }
        for item in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let end = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let name = try decoded(Substring(item[..<end]))
            self.query.append((name, try decoded(Substring(item[end...].dropFirst()))))
        }
        if let fragment { self.fragment = try decoded(fragment[...]) }
    }

    /// The text behind the base of an address, which begins with a slash if there is a path.
    var encoded: String {
        var text = path.map { "/" + Self.encodedComponent($0) }.joined()
        if !query.isEmpty {
            text += "?" + query.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }.joined(separator: "&")
        }
        if let fragment { text += "#" + percentEncoded(fragment) }
        return text
    }

    /// Components of dots alone mean the folder itself and the one above: code that handles addresses takes them out.
    private static func encodedComponent(_ text: String) -> String {
        text == "." || text == ".." ? text.replacing(".", with: "%2E") : percentEncoded(text)
    }
}

/// All but RFC 3986's unreserved characters is encoded: the same in a path, a query and a fragment.
private func percentEncoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
}

private let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
)

/// Foundation takes microseconds for each text, and U+FEFF at the beginning for a mark of the encoding.
private func decoded(_ text: Substring) throws(DeepLinkMismatch) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    guard let bytes = percentDecoded(text.utf8) else { throw DeepLinkMismatch("\(text) is not percent-encoded") }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
        throw DeepLinkMismatch("\(text) is not encoded UTF-8")
    }
    return decoded
}

/// The bytes of a text that is percent-encoded; nil if it is not. Takes each byte once.
func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var (bytes, rest): ([UInt8], _) = ([], text.makeIterator())
    bytes.reserveCapacity(text.underestimatedCount)
    while let byte = rest.next() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        guard let high = rest.next()?.hexadecimalDigit, let low = rest.next()?.hexadecimalDigit else { return nil }
        bytes.append(high << 4 | low)
    }
    return bytes
}

extension UInt8 {
    /// The value of a character; nil if it is no hexadecimal digit.
    fileprivate var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
