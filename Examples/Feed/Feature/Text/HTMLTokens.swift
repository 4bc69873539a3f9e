/// The tags of HTML, and the text between them, read as well as can be: what is no tag is text.
///
/// O(length), whatever the HTML is: no place of it is looked at more than a few times, and nothing is recursive.
struct HTMLTokens: Sequence, IteratorProtocol {
    enum Token {
        /// Bytes of UTF-8.
        case text(ArraySlice<UInt8>)
        case tag(HTMLTag)
    }

    private let bytes: [UInt8]
    private var place = 0
    /// False once a tag has not ended, which quotation marks of its attributes hide.
    private var honoursQuotes = true
    /// False once there is no end of any tag, or of any comment.
    private var hasTags = true
    private var hasComments = true

    init(_ html: String) { bytes = Array(html.utf8) }

    mutating func next() -> Token? {
        while place < bytes.count {
            switch bytes[place] {
            case .less where hasTags:
                let start = place
                if let tag = readTag() { return .tag(tag) }
                // Nothing was read: it is no tag.
                if place == start { return text(from: start) }
            case .ampersand:
                guard let (character, end) = HTMLEntity.read(bytes[place...]) else { return text(from: place) }
                place = end
                return .text(Array(character.utf8)[...])
            default: return text(from: place)
            }
        }
        return nil
    }

    /// The text that begins with a byte, whatever that is.
    private mutating func text(from start: Int) -> Token {
        place = bytes[(start + 1)...].firstIndex { $0 == .less || $0 == .ampersand } ?? bytes.count
        return .text(bytes[start..<place])
    }

    /// Reads a tag. Nil also for one that is not known, and for comments and scripts.
    private mutating func readTag() -> HTMLTag? {
        var end = place + 1
        let isEnd = end < bytes.count && bytes[end] == .slash
        if isEnd { end += 1 }
        guard end < bytes.count else { return nil }
        if !isEnd, bytes[end] == .exclamation || bytes[end] == .question { return skipDeclaration() }
        guard bytes[end].isLetter else { return nil }
        let name = word(from: &end)
        var tag = HTMLTag.Name(rawValue: name).map { HTMLTag($0, isEnd: isEnd) }
        guard readAttributes(from: &end, of: &tag) else {
            // Once more without quotation marks. If it then has no end, neither has any tag behind it.
            if honoursQuotes { honoursQuotes = false } else { hasTags = false }
            return hasTags ? readTag() : nil
        }
        place = end
        if !isEnd, name == "script" || name == "style" { skipContent(of: name) }
        return tag
    }

    /// Skips a comment, a declaration or an instruction.
    private mutating func skipDeclaration() -> HTMLTag? {
        if hasComments, bytes[place...].starts(with: "<!--".utf8) {
            var end = place + 4
            while end + 2 < bytes.count {
                if bytes[end] == .hyphen, bytes[end + 1] == .hyphen, bytes[end + 2] == .greater {
                    place = end + 3
                    return nil
                }
                end += 1
            }
            hasComments = false
        }
        if let end = bytes[place...].firstIndex(of: .greater) { place = end + 1 } else { hasTags = false }
        return nil
    }

    /// Skips all up to the end of a script or a style.
    private mutating func skipContent(of name: String) {
        let end = Array("</\(name)".utf8)
        while place < bytes.count {
            if bytes[place] == .less, place + end.count <= bytes.count,
                bytes[place..<place + end.count].elementsEqual(end, by: { $0.lowercased == $1 })
            {
                return
            }
            place += 1
        }
    }

    /// Reads up to the end of a tag. Returns whether it has one.
    private func readAttributes(from end: inout Int, of tag: inout HTMLTag?) -> Bool {
        while end < bytes.count {
            switch bytes[end] {
            case .greater:
                end += 1
                return true
            case .slash:
                end += 1
                if end < bytes.count, bytes[end] == .greater { tag?.isEmpty = true }
            case let byte where byte.isSpace || byte == .equals: end += 1
            default:
                let name = word(from: &end)
                skipSpaces(from: &end)
                guard end < bytes.count, bytes[end] == .equals else { continue }
                end += 1
                skipSpaces(from: &end)
                guard let value = value(from: &end) else { return false }
                tag?.set(name, HTMLEntity.replaced(value))
            }
        }
        return false
    }

    /// Reads the value of an attribute; nil if it has no end.
    private func value(from end: inout Int) -> ArraySlice<UInt8>? {
        guard end < bytes.count else { return nil }
        let quote = bytes[end]
        if honoursQuotes, quote == .quote || quote == .apostrophe {
            let start = end + 1
            guard let last = bytes[start...].firstIndex(of: quote) else { return nil }
            end = last + 1
            return bytes[start..<last]
        }
        let start = end
        end = bytes[start...].firstIndex { $0.isSpace || $0 == .greater } ?? bytes.count
        return bytes[start..<end]
    }

    /// Reads a name: at least one byte of it, in lower case.
    private func word(from end: inout Int) -> String {
        let start = end
        let isEnd = { (byte: UInt8) in byte.isSpace || byte == .equals || byte == .greater || byte == .slash }
        end = bytes[(start + 1)...].firstIndex(where: isEnd) ?? bytes.count
        return String(decoding: bytes[start..<Swift.min(end, start + 20)].lazy.map(\.lowercased), as: UTF8.self)
    }

    private func skipSpaces(from end: inout Int) {
        while end < bytes.count, bytes[end].isSpace { end += 1 }
    }
}

extension UInt8 {
    fileprivate static let less = UInt8(ascii: "<"), greater = UInt8(ascii: ">"), slash = UInt8(ascii: "/")
    fileprivate static let ampersand = UInt8(ascii: "&"), equals = UInt8(ascii: "="), hyphen = UInt8(ascii: "-")
    fileprivate static let exclamation = UInt8(ascii: "!"), question = UInt8(ascii: "?")
    fileprivate static let quote = UInt8(ascii: "\""), apostrophe = UInt8(ascii: "'")

    /// Whether it is a space, or what HTML takes for one.
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) && self != 0x0B }

    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) }

    fileprivate var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 32 : self }
}
