import Foundation

/// Takes secrets out of texts and bytes.
///
/// A secret is found as it is, and as JSON, addresses, forms and HTML escape it, also where one escape is within
/// another: see ``EscapedText``. A text that differs only in its Unicode composition is found too.
struct Redaction: Sendable {
    /// The texts that are taken out: those of the secrets.
    private var secrets: Set<String> = []
    /// The same as bytes, as they may stand in a text whose escapes are resolved.
    private var needles: [[UInt8]] = []

    init(_ secrets: [Secret] = []) { add(secrets) }

    mutating func add(_ more: [Secret]) {
        let count = secrets.count
        secrets.formUnion(more.map(\.text).filter { !$0.isEmpty })
        if secrets.count > count { needles = Array(Set(secrets.flatMap(Self.spellings))) }
    }

    /// Adds the texts that another redaction takes out.
    mutating func add(_ other: Redaction) { add(other.secrets.map { Secret($0) }) }

    /// A secret as Unicode composes and decomposes it. A part of it that looks like an escape may be resolved with the
    /// others.
    private static func spellings(of secret: String) -> Set<[UInt8]> {
        let texts = [
            secret, secret.precomposedStringWithCanonicalMapping, secret.decomposedStringWithCanonicalMapping,
        ]
        var all = Set(texts.map { Array($0.utf8) })
        for bytes in all {
            for layer in 1..<EscapedText.layers {
                let resolved = EscapedText(bytes).resolved(layer)
                if resolved.count >= Self.shortest { all.insert(resolved) }
            }
        }
        return all
    }

    /// The length from which on the rest of a secret counts as the secret, in bytes.
    private static let shortest = 4

    /// The room that a secret may take, with all its escapes, in bytes: 3 of an address, within 6 of JSON, within 6 of
    /// HTML, for one.
    var longest: Int { 3 * 6 * 6 * (needles.map(\.count).max() ?? 0) }

    func callAsFunction(_ text: String) -> String {
        if needles.isEmpty { return text }
        let bytes = Array(text.utf8)
        return self.text(bytes, within: bytes.indices)
    }

    /// The start of a text in bytes, without secrets.
    ///
    /// - Parameter length: The most characters that it has.
    func start(of bytes: Data, length: Int) -> String {
        let window = Array(bytes.prefix(4 * length + longest))
        return String(text(window, within: 0..<min(4 * length, window.count)).prefix(length))
    }

    /// A part of a text in bytes, without secrets and without parts of them. O(n) for n bytes.
    ///
    /// - Parameters:
    ///   - bytes: The text of a part, with the bytes around it as far as a secret may reach.
    ///   - part: Where the part stands.
    func text(_ bytes: [UInt8], within part: Range<Int>) -> String {
        var (kept, end): ([UInt8], Int) = ([], part.lowerBound)
        for place in places(in: bytes) where place.overlaps(part) {
            if place.lowerBound > end { kept += bytes[end..<place.lowerBound] }
            kept += Secret.mark.utf8
            end = place.upperBound
        }
        if end < part.upperBound { kept += bytes[end..<part.upperBound] }
        return String(decoding: kept, as: UTF8.self)
    }

    /// Where secrets stand.
    private func places(in bytes: [UInt8]) -> [Range<Int>] {
        let text = EscapedText(bytes)
        var (places, start): ([Range<Int>], Int) = ([], 0)
        while start < bytes.count {
            if let end = end(at: start, in: text) {
                places.append(start..<end)
                start = end
            } else {
                start += 1
            }
        }
        return places
    }

    /// Where the longest secret ends that stands at a place.
    private func end(at start: Int, in text: EscapedText) -> Int? {
        let beginsEscape = EscapedText.beginsEscape(text[start])
        let found = needles.filter { beginsEscape || $0[0] == text[start] }
        return found.flatMap { needle in
            (0..<EscapedText.layers).compactMap { text.end(of: needle, at: start, layer: $0) }
        }
        .max()
    }
}

extension Redaction: CustomStringConvertible, CustomReflectable {
    var description: String { "\(secrets.count) secrets" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
