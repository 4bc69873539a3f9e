/// The tags of a document in UTF-8, one after the other. Comments and CDATA sections are passed over.
///
/// What it says of a document holds as far as the document is well-formed, and so as far as the parser reads it.
struct XMLTags: Sequence, IteratorProtocol {
    /// A tag, or what else begins with `<` and is no text.
    struct Tag {
        enum Kind {
            case start, end, empty
            /// `<?…?>`
            case instruction
            /// `<!DOCTYPE`, of which only these letters are its place.
            case documentType
        }

        let kind: Kind
        let place: Range<Int>
    }

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> Tag? {
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            if let tag = tag(at: start) {
                place = tag.place.upperBound
                return tag
            }
        }
        return nil
    }

    /// What begins with the `<` at `start`; nil where it is passed over.
    private mutating func tag(at start: Int) -> Tag? {
        switch true {
        case bytes.has("<!--", at: start): place = bytes.end(of: "-->", from: start + 4) ?? bytes.count
        case bytes.has("<![CDATA[", at: start): place = bytes.end(of: "]]>", from: start + 9) ?? bytes.count
        case bytes.has("<!DOCTYPE", at: start): return Tag(kind: .documentType, place: start..<start + 9)
        case bytes.has("<!", at: start): place = start + 2
        case bytes.has("<?", at: start):
            return Tag(kind: .instruction, place: start..<(bytes.end(of: "?>", from: start + 2) ?? bytes.count))
        default: return element(at: start)
        }
        return nil
    }

    /// The tag of an element, which may hold a `>` in its values. One that is not complete ends before the next `<`.
    private func element(at start: Int) -> Tag {
        var (end, quote) = (start + 1, UInt8?.none)
        while end < bytes.count, bytes[end] != UInt8(ascii: "<") {
            let byte = bytes[end]
            end += 1
            switch byte {
            case UInt8(ascii: ">") where quote == nil:
                let isEmpty = bytes[end - 2] == UInt8(ascii: "/")
                let kind: Tag.Kind = bytes.has("</", at: start) ? .end : isEmpty ? .empty : .start
                return Tag(kind: kind, place: start..<end)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil { quote = byte } else if quote == byte { quote = nil }
            default: break
            }
        }
        return Tag(kind: .start, place: start..<end)
    }
}

extension XMLTags.Tag {
    /// An element's name without its prefix.
    func localName(in bytes: [UInt8]) -> String {
        let name = bytes[place].dropFirst().prefix {
            !$0.isXMLBlank && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
        return String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
    }
}

extension [UInt8] {
    func has(_ text: String, at place: Int) -> Bool { self[place...].starts(with: text.utf8) }

    /// Where the first `text` at or behind `start` ends.
    func end(of text: String, from start: Int) -> Int? {
        firstPlace(of: Array(text.utf8), from: start).map { $0 + text.utf8.count }
    }
}

extension UInt8 {
    /// Whether the byte is a blank in XML.
    var isXMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
