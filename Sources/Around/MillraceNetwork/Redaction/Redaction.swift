import Foundation

/// Takes secrets out of texts and bytes.
///
/// A secret is found as it is, and as JSON, addresses, forms and HTML escape it, also where one escape is within
/// another: see ``EscapedText``. What looks different only in how Unicode composes it is found too.
struct Redaction: Sendable {
    /// What is taken out: the texts of the secrets.
    private var secrets: Set<String> = []
    /// The same as bytes, as they may stand in a text whose escapes are resolved.
    private var needles: [[UInt8]] = []
    /// Whether one of them begins with a byte, or an escape does. Empty if there are none.
    private var beginnings: [Bool] = []

    init(_ secrets: [Secret] = []) { add(secrets) }

    mutating func add(_ more: [Secret]) {
        let count = secrets.count
        secrets.formUnion(more.map(\.text).filter { !$0.isEmpty })
        if secrets.count > count { prepare() }
    }

    /// The values of secret headers, and of such a one as `Bearer TOKEN` the token alone too.
    mutating func add(_ headers: [HTTPHeader]) {
        for header in headers where header.isSecret {
            let words = header.value.split(separator: " ")
            add([Secret(header.value)] + (words.count == 2 ? [Secret(String(words[1]))] : []))
        }
    }

    /// What another takes out too.
    mutating func add(_ other: Redaction) { add(other.secrets.map { Secret($0) }) }

    private mutating func prepare() {
        needles = Set(secrets.flatMap { Self.spellings(of: $0) }).map { $0 }
        beginnings = (0...255).map { EscapedText.beginsEscape($0) }
        for needle in needles { beginnings[Int(needle[0])] = true }
    }

    /// A secret as Unicode composes and decomposes it. What looks like an escape in it may be resolved with the others.
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

    /// The length from which on what is left of a secret tells enough to be taken for it, in bytes.
    private static let shortest = 4

    /// The room that a secret may take, with all its escapes, in bytes.
    var longest: Int { 16 * (needles.map(\.count).max() ?? 0) }

    func callAsFunction(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let places = places(in: bytes)
        return places.isEmpty ? text : String(decoding: Self.bytes(bytes, without: places), as: UTF8.self)
    }

    func callAsFunction(_ data: Data) -> Data {
        let bytes = Array(data)
        let places = places(in: bytes)
        return places.isEmpty ? data : Data(Self.bytes(bytes, without: places))
    }

    /// The start of a text in bytes, without secrets.
    ///
    /// - Parameter length: The most characters that it has.
    func start(of bytes: Data, length: Int) -> String {
        let window = Array(bytes.prefix(4 * length + longest))
        return String(text(window, from: 0, isCut: window.count < bytes.count).prefix(length))
    }

    /// A text in bytes from a place on, without secrets.
    ///
    /// - Parameters:
    ///   - bytes: The text, with what precedes the place as far as a secret may reach.
    ///   - start: The place.
    ///   - isCut: Whether the text goes on, so that its end may cut a secret.
    func text(_ bytes: [UInt8], from start: Int, isCut: Bool) -> String {
        let places = places(in: bytes, isCut: isCut)
        return String(decoding: Self.bytes(bytes, from: start, without: places), as: UTF8.self)
    }

    private static func bytes(_ bytes: [UInt8], from start: Int = 0, without places: [Range<Int>]) -> [UInt8] {
        var (kept, end): ([UInt8], Int) = ([], start)
        for place in places where place.upperBound > start {
            if place.lowerBound > end { kept += bytes[end..<place.lowerBound] }
            kept += Secret.mark.utf8
            end = place.upperBound
        }
        return end < bytes.count ? kept + bytes[end...] : kept
    }

    /// Where secrets stand. O(n) for n bytes, with a few comparisons where a byte may begin a secret.
    ///
    /// - Parameter isCut: Whether the end may cut a secret: what begins one there counts then.
    private func places(in bytes: [UInt8], isCut: Bool = false) -> [Range<Int>] {
        if needles.isEmpty { return [] }
        let text = EscapedText(bytes)
        var (places, start): ([Range<Int>], Int) = ([], 0)
        while start < bytes.count {
            if beginnings[Int(bytes[start])], let end = end(at: start, in: text, isCut ? bytes.count : nil) {
                places.append(start..<end)
                start = end
            } else {
                start += 1
            }
        }
        return places
    }

    /// Where the longest secret ends that stands at a place.
    ///
    /// - Parameter cut: Where the text is cut.
    private func end(at start: Int, in text: EscapedText, _ cut: Int?) -> Int? {
        var found: Int?
        let beginsEscape = EscapedText.beginsEscape(text[start])
        for needle in needles where beginsEscape || needle[0] == text[start] {
            for layer in 0..<EscapedText.layers {
                switch text.match(needle, at: start, layer: layer) {
                case .none: break
                case .whole(let end): found = max(found ?? 0, end)
                case .cut: if let cut { return cut }
                }
            }
        }
        return found
    }
}

extension Redaction: CustomStringConvertible, CustomReflectable {
    var description: String { "\(secrets.count) secrets" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
