import Foundation

/// An address taken apart, with nothing percent-encoded: what patterns read from and write to.
struct DeepLinkAddress {
    /// The components of the path that have not been read yet.
    var path: [String] = []

    /// The items of the query that have not been read yet.
    var query: [(name: String, value: String)] = []

    /// What is behind `#`.
    var fragment: String?

    /// Takes the next component of the path, which must be this one.
    mutating func takeComponent(_ text: String) throws(DeepLinkMismatch) {
        guard let first = path.first else { throw DeepLinkMismatch("the path ends before \"\(text)\"") }
        guard first == text else { throw DeepLinkMismatch("\"\(first)\" is not \"\(text)\"") }
        path.removeFirst()
    }

    /// Takes the first item of the query with a name.
    mutating func takeItem(_ name: String) -> String? {
        query.firstIndex { $0.name == name }.map { query.remove(at: $0).value }
    }

    /// Takes all items of the query with a name, in order.
    mutating func takeItems(_ name: String) -> [String] {
        let taken = query.filter { $0.name == name }.map(\.value)
        if !taken.isEmpty { query.removeAll { $0.name == name } }
        return taken
    }
}

/// Why a pattern does not fit an address.
struct DeepLinkMismatch: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

// MARK: - Percent-encoding

extension DeepLinkAddress {
    /// Reads what stands behind the base of an address.
    ///
    /// - Throws: If it is not percent-encoded UTF-8.
    init(path: Substring, query: String?, fragment: String?) throws(DeepLinkMismatch) {
        // A slash at the end, or a doubled one, makes no difference.
        for part in path.split(separator: "/") { self.path.append(try decoded(part)) }
        for item in (query ?? "").split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            self.query.append((try decoded(parts[0]), parts.count > 1 ? try decoded(parts[1]) : ""))
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

    /// Components of dots alone mean the folder itself and the one above: what handles addresses takes them out.
    private static func encodedComponent(_ text: String) -> String {
        text == "." || text == ".." ? text.replacing(".", with: "%2E") : percentEncoded(text)
    }
}

/// All but RFC 3986's unreserved characters is encoded: the same in a path, a query and a fragment.
private func percentEncoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        if isUnreserved(byte) {
            bytes.append(byte)
        } else {
            bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

private func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        true
    default: false
    }
}

private let hexDigits = Array("0123456789ABCDEF".utf8)

/// Not `removingPercentEncoding`, which takes U+FEFF at the beginning for a mark of the encoding and drops it.
private func decoded(_ text: Substring) throws(DeepLinkMismatch) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 2 else { throw DeepLinkMismatch("\(text) is not encoded UTF-8") }
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
        throw DeepLinkMismatch("\(text) is not encoded UTF-8")
    }
    return decoded
}
