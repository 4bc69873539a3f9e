/// The tags of HTML, and the text between them, read as well as can be: anything but a tag is text.
///
/// O(length), whatever the HTML is: no place of it is looked at more than a few times, and nothing is recursive.
struct HTMLTokens: Sequence, IteratorProtocol {
    enum Token {
        /// Bytes of UTF-8.
        case text(ArraySlice<UInt8>)
        case tag(HTMLTag)
    }

    private var rest: ArraySlice<UInt8>
    /// False once a tag has had no end, which the quotation marks of its attributes have hidden.
    private var honoursQuotes = true
    /// False once there is no end of any tag, or of any comment.
    private var hasTags = true
    private var hasComments = true

    /// The elements that are skipped, with their contents.
    private let hidden: Set<String>

    init(_ html: String, hiding hidden: Set<String>) { (rest, self.hidden) = (Array(html.utf8)[...], hidden) }

    mutating func next() -> Token? {
        while let first = rest.first {
            if first == "<", hasTags {
                let count = rest.count
                if let tag = readTag() { return .tag(tag) }
                // A comment, or a tag that is not known, is left out.
                if rest.count < count { continue }
            } else if first == "&", let (character, behind) = HTMLEntity.read(rest) {
                rest = behind
                return .text(Array(character.utf8)[...])
            }
            let end = rest.dropFirst().firstIndex { $0 == "<" || $0 == "&" } ?? rest.endIndex
            defer { rest = rest[end...] }
            return .text(rest[..<end])
        }
        return nil
    }

    /// Reads a tag. Nil if it is none, or is not known; then nothing is read if it is text.
    private mutating func readTag() -> HTMLTag? {
        var inside = rest.dropFirst()
        if let first = inside.first, first == "!" || first == "?" {
            skipComment()
            return nil
        }
        let isEnd = inside.first == "/"
        if isEnd { inside = inside.dropFirst() }
        guard let first = inside.first, first.isLetter else { return nil }
        let name = inside.readWord()
        var tag = HTMLTag.names[name].map { HTMLTag($0, isEnd: isEnd) }
        guard readAttributes(&inside, of: &tag) else {
            // Once more without quotation marks. If it has no end then, neither has any tag behind it.
            if honoursQuotes { honoursQuotes = false } else { hasTags = false }
            return hasTags ? readTag() : nil
        }
        rest = inside
        if !isEnd, hidden.contains(name) { skip(to: "</\(name)") }
        return tag
    }

    /// Skips a comment, a declaration or an instruction.
    private mutating func skipComment() {
        let all = rest
        if hasComments, rest.starts(with: "<!--".utf8) {
            skip(to: "-->")
            if !rest.isEmpty {
                rest = rest.dropFirst(3)
                return
            }
            (rest, hasComments) = (all, false)
        }
        if let end = rest.firstIndex(where: { $0 == ">" }) { rest = rest[(end + 1)...] } else { hasTags = false }
    }

    /// Skips all before a text of ASCII; all that there is, if it does not come.
    private mutating func skip(to text: String) {
        while !rest.isEmpty, !rest.prefix(text.utf8.count).elementsEqual(text.utf8, by: { $0.lowercased == $1 }) {
            rest = rest.dropFirst()
        }
    }

    /// Reads up to the end of a tag. Returns whether it has one.
    private func readAttributes(_ rest: inout ArraySlice<UInt8>, of tag: inout HTMLTag?) -> Bool {
        while let first = rest.first {
            if first == ">" || first == "/" || first == "=" || first.isSpace {
                rest = rest.dropFirst()
                if first == ">" { return true }
                if first == "/", rest.first == ">" { tag?.isEmpty = true }
                continue
            }
            let name = rest.readWord()
            rest = rest.drop { $0.isSpace }
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0.isSpace }
            if honoursQuotes, let quote = rest.first, quote == "\"" || quote == "'" {
                guard let end = rest.dropFirst().firstIndex(of: quote) else { return false }
                tag?.set(name, rest[(rest.startIndex + 1)..<end])
                rest = rest[(end + 1)...]
            } else {
                let value = rest.prefix { !$0.isSpace && !($0 == ">") }
                tag?.set(name, value)
                rest = rest[value.endIndex...]
            }
        }
        return false
    }
}

extension ArraySlice<UInt8> {
    /// Reads a name, of at least one byte, in lower case. A word that is no known name may be cut.
    fileprivate mutating func readWord() -> String {
        let end = dropFirst().firstIndex { $0.isSpace || $0 == "=" || $0 == ">" || $0 == "/" } ?? endIndex
        defer { self = self[end...] }
        return String(decoding: self[..<end].prefix(20).lazy.map(\.lowercased), as: UTF8.self)
    }
}

/// Whether a byte is a character of ASCII.
private func == (byte: UInt8?, character: Unicode.Scalar) -> Bool { byte == UInt8(ascii: character) }

extension UInt8 {
    /// Whether it is a space, or counts as one in HTML.
    var isSpace: Bool { self == " " || self == "\n" || self == "\t" || self == "\r" || self == "\u{C}" }

    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) }

    fileprivate var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 32 : self }
}
