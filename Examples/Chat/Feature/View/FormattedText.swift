/// A text of which some parts are emphasised, read from the HTML that a message may have beside its plain text.
///
/// Paragraphs, items of lists and the like begin a line. Anybody may have sent it. Whatever it is, the result is a text: what is not known is left out, and its content shown.
struct FormattedText: Equatable, Sendable {
    /// How a part is emphasised.
    struct Marks: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let strong = Marks(rawValue: 1)
        static let code = Marks(rawValue: 2)
        static let struck = Marks(rawValue: 4)
        static let quoted = Marks(rawValue: 8)
    }

    /// A part of the text, all of it emphasised alike.
    struct Part: Equatable, Sendable {
        var text: String
        var marks: Marks = []
    }

    /// The parts, in order. None is empty.
    private(set) var parts: [Part] = []

    /// How many line breaks stand before what follows. There are none at the end.
    private var breaks = 0
    /// Whether what follows is behind the bullet of an item.
    private var isBehindBullet = false

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
                    if let place = open.read(rest[..<end].dropFirst()) { begin(place) }
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
            if !open.isHidden { read(character + text, open.marks, isPreformatted: open.isPreformatted) }
        }
    }

    /// Adds what stands between tags. Its line breaks are spaces, but for what is preformatted.
    private mutating func read(_ text: String, _ marks: Marks, isPreformatted: Bool) {
        guard isPreformatted else {
            let line = text.map { $0.isBlank ? " " : $0 }
            return put(
                String(breaks > 0 || parts.isEmpty || isBehindBullet ? line.drop { $0 == " " } : line[...]),
                marks
            )
        }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if index > 0 { begin(.nextLine) }
            put(String(line), marks)
        }
    }

    private mutating func begin(_ place: Place) {
        if !parts.isEmpty {
            switch place {
            case .nextLine: breaks += 1
            case .cell: if breaks == 0 { put(" ") }
            case .block, .item, .quotation: if !isBehindBullet { breaks = max(breaks, 1) }
            }
        }
        guard let bullet = place.bullet else { return }
        put(bullet)
        isBehindBullet = true
    }

    private mutating func put(_ text: String, _ marks: Marks = []) {
        guard !text.isEmpty else { return }
        append(String(repeating: "\n", count: breaks) + text, marks)
        (breaks, isBehindBullet) = (0, false)
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

/// What a tag begins.
private enum Place {
    /// A line, also where one has begun.
    case nextLine
    /// A paragraph or the like, which has a line of its own.
    case block, item, quotation
    /// A cell of a table.
    case cell

    var bullet: String? {
        switch self {
        case .item: "• "
        case .quotation: "> "
        case .nextLine, .block, .cell: nil
        }
    }
}

/// The tags that are open at a place of the HTML.
private struct OpenTags {
    private var tags: [(name: String, marks: FormattedText.Marks, isHidden: Bool)] = []

    var marks: FormattedText.Marks { tags.last?.marks ?? [] }

    /// Whether nothing is shown here: the quotation of an answered message, of which the row has a line of its own.
    var isHidden: Bool { tags.last?.isHidden ?? false }

    /// Whether line breaks are shown.
    var isPreformatted: Bool { tags.contains { $0.name == "pre" } }

    /// Reads what stands between `<` and `>`. Returns what begins there, if anything does.
    mutating func read(_ tag: Substring) -> Place? {
        let isEnd = tag.hasPrefix("/")
        let name = tag.dropFirst(isEnd ? 1 : 0).prefix { $0.isLetter || $0.isNumber || $0 == "-" }.lowercased()
        if isEnd {
            if let start = tags.lastIndex(where: { $0.name == name }) { tags.removeSubrange(start...) }
        } else if !["br", "hr", "img"].contains(name), !tag.hasSuffix("/"), tags.count < 100 {
            let isHidden = isHidden || ["mx-reply", "script", "style"].contains(name)
            tags.append((name, marks.union(Self.marks(of: name)), isHidden))
        }
        guard !isHidden else { return nil }
        switch name {
        case "li" where !isEnd: return .item
        case "blockquote" where !isEnd: return .quotation
        case "br": return .nextLine
        case "td", "th": return isEnd ? nil : .cell
        case "hr", "p", "div", "ul", "ol", "li", "blockquote", "pre", "tr": return .block
        case "h1", "h2", "h3", "h4", "h5", "h6": return .block
        default: return nil
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
