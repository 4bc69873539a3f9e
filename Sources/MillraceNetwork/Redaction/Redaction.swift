import Foundation

/// Takes secrets out of texts and bytes.
///
/// A secret is found as it is, percent-encoded, and as JSON writes it.
struct Redaction: Sendable {
    /// What is taken out, the longest first: one may be a part of another.
    private(set) var needles: [String] = []

    init(_ secrets: [Secret] = []) { add(secrets) }

    mutating func add(_ secrets: [Secret]) {
        var found = Set(needles)
        for secret in secrets where !secret.text.isEmpty { found.formUnion(Self.spellings(of: secret.text)) }
        needles = found.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    /// The values of secret headers, and of such a one as `Bearer TOKEN` the token alone too.
    mutating func add(_ headers: [HTTPHeader]) {
        for header in headers where header.isSecret {
            let words = header.value.split(separator: " ")
            add([Secret(header.value)] + (words.count == 2 ? [Secret(String(words[1]))] : []))
        }
    }

    /// What another takes out too.
    mutating func add(_ other: Redaction) {
        needles = Set(needles + other.needles).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    private static func spellings(of text: String) -> [String] {
        let json = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let encoded = text.queryEncoded
        return [text, encoded, encoded.replacing("%20", with: "+"), json, json.replacing("/", with: "\\/")]
    }

    func callAsFunction(_ text: String) -> String {
        needles.reduce(text) { $0.replacing($1, with: Secret.mark) }
    }

    func callAsFunction(_ bytes: Data) -> Data {
        var bytes = bytes
        for needle in needles {
            let (needle, mark) = (Data(needle.utf8), Data(Secret.mark.utf8))
            var start = bytes.startIndex
            while let range = bytes.range(of: needle, in: start..<bytes.endIndex) {
                bytes.replaceSubrange(range, with: mark)
                start = range.lowerBound + mark.count
            }
        }
        return bytes
    }

    /// The start of a text in bytes, without secrets.
    ///
    /// - Parameter length: The most characters that it has.
    func start(of bytes: Data, length: Int) -> String {
        let longest = needles.first?.utf8.count ?? 0
        let window = bytes.prefix(4 * length + longest)
        var text = self(String(decoding: window, as: UTF8.self))
        // Where the bytes are cut, a secret may be cut in two, and its first part not be found.
        if window.count < bytes.count { text = String(text.dropLast(longest)) }
        return String(text.prefix(length))
    }
}

extension Redaction: CustomStringConvertible, CustomReflectable {
    var description: String { "\(needles.count) spellings of secrets" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
