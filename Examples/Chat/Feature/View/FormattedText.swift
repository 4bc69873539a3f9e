/// A text of which some parts are emphasised, read from the HTML that a message may have beside its plain text.
///
/// Anybody may have sent it. Whatever it is, the result is a text: what is not known is left out, and its content shown.
struct FormattedText: Equatable, Sendable {
    /// How a part is emphasised.
    struct Marks: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let strong = Marks(rawValue: 1)
        static let code = Marks(rawValue: 2)
        static let struck = Marks(rawValue: 4)
    }

    /// A part of the text, all of it emphasised alike.
    struct Part: Equatable, Sendable {
        var text: String
        var marks: Marks = []
    }

    /// The parts, in order. None is empty.
    private(set) var parts: [Part] = []

    /// The text without its marks.
    var text: String { parts.map(\.text).joined() }

    /// Creates a text of parts.
    init(_ parts: [Part]) { for part in parts { append(part.text, part.marks) } }

    /// Reads HTML. O(length).
    init(html: String) {
        var (open, rest, hasTags) = (OpenTags(), html[...], true)
        while let first = rest.first {
            if first == "<", hasTags {
                if let end = rest.firstIndex(of: ">") {
                    let separator = open.read(rest[..<end].dropFirst())
                    if !separator.isEmpty { append(parts.isEmpty ? String(separator.drop { $0 == " " }) : separator) }
                    rest = rest[end...].dropFirst()
                    continue
                }
                hasTags = false
            }
            var text = rest.dropFirst().prefix { $0 != "<" && $0 != "&" }
            rest = rest[text.endIndex...]
            var character = String(first)
            if first == "&", let end = text.prefix(10).firstIndex(of: ";"), let named = Self.entity(text[..<end]) {
                character = named
                text = text[end...].dropFirst()
            }
            // Line breaks of HTML are spaces.
            if !open.isHidden { append(String((character + text).map { $0.isBlank ? " " : $0 }), open.marks) }
        }
    }

    private mutating func append(_ text: String, _ marks: Marks = []) {
        guard !text.isEmpty else { return }
        if let last = parts.last, last.marks == marks {
            parts[parts.count - 1].text += text
        } else {
            parts.append(Part(text: text, marks: marks))
        }
    }

    /// The character of an entity such as `amp` or `#39`; nil if it is not known.
    private static func entity(_ name: Substring) -> String? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case "nbsp": return "\u{A0}"
        default:
            guard name.hasPrefix("#") else { return nil }
            let isHex = name.hasPrefix("#x") || name.hasPrefix("#X")
            let number = isHex ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
            return number.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
        }
    }
}

/// The tags that are open at a place of the HTML.
private struct OpenTags {
    private var tags: [(name: String, marks: FormattedText.Marks, isHidden: Bool)] = []

    var marks: FormattedText.Marks { tags.last?.marks ?? [] }

    /// Whether nothing is shown here: the quotation of an answered message, of which the row has a line of its own.
    var isHidden: Bool { tags.last?.isHidden ?? false }

    /// Reads what stands between `<` and `>`. Returns what is shown in its place.
    mutating func read(_ tag: Substring) -> String {
        let isEnd = tag.hasPrefix("/")
        let name = tag.dropFirst(isEnd ? 1 : 0).prefix { $0.isLetter || $0.isNumber || $0 == "-" }.lowercased()
        if isEnd {
            if let start = tags.lastIndex(where: { $0.name == name }) { tags.removeSubrange(start...) }
        } else if !["br", "hr", "img"].contains(name), !tag.hasSuffix("/"), tags.count < 100 {
            let isHidden = isHidden || ["mx-reply", "script", "style"].contains(name)
            tags.append((name, marks.union(Self.marks(of: name)), isHidden))
        }
        guard !isHidden else { return "" }
        switch name {
        case "li" where !isEnd: return " • "
        case "blockquote" where !isEnd: return " > "
        case "br", "hr", "p", "div", "ul", "ol", "li", "blockquote", "pre", "tr", "td", "th": return " "
        case "h1", "h2", "h3", "h4", "h5", "h6": return " "
        default: return ""
        }
    }

    private static func marks(of tag: String) -> FormattedText.Marks {
        switch tag {
        case "b", "strong", "em", "i", "u", "h1", "h2", "h3", "h4", "h5", "h6": .strong
        case "code", "pre": .code
        case "del", "s", "strike": .struck
        default: []
        }
    }
}

extension Character {
    fileprivate var isBlank: Bool { isNewline || self == "\t" }
}
