import Foundation

/// A document's bytes, piece by piece, made safe for the XML parser: in UTF-8, whatever they were written in, and
/// without a document type. So nothing that is looked for here can be spelled in a way that only the parser
/// understands.
final class XMLPieces {
    private let source: ByteSource
    private let file: String
    private var head: [UInt8]
    private var tags = XMLTagScanner()
    /// How many bytes of the source have been handed out.
    private(set) var place = 0

    /// How many bytes the source has, where that is known.
    var size: Int? { source.size }

    /// Reads up to the root. Throws where the bytes cannot be the XML that this reader takes.
    init(_ source: ByteSource, file: String) throws(SheetError) {
        (self.source, self.file) = (source, file)
        head = try Self.head(of: source, file: file)
        guard let first = head.first(where: { !$0.isXMLBlank }) else { throw .empty(file: file) }
        guard first == UInt8(ascii: "<") else { throw .notXML(file: file, found: Self.guess(head)) }
        if let place = XMLProlog(head).documentType {
            throw .documentType(file: file, at: LineCounter().position(of: place, in: head))
        }
    }

    /// The next piece; empty at the end. Throws where an element has too many attributes.
    func next() throws(SheetError) -> [UInt8] {
        var piece = try head.isEmpty ? source.next() : head
        head = []
        // The end of an empty instruction is never cut in two.
        while piece.last == UInt8(ascii: "?") {
            let more = try source.next()
            if more.isEmpty { break }
            piece += more
        }
        place += piece.count
        if let place = tags.scan(&piece) { throw .tooManyAttributes(file: file, at: place) }
        return piece
    }

    /// All the rest as one.
    func rest() throws(SheetError) -> [UInt8] {
        var rest: [UInt8] = []
        while true {
            let piece = try next()
            if piece.isEmpty { return rest }
            rest += piece
        }
    }

    /// The pieces up to the root, or all of them where they are in another encoding.
    private static func head(of source: ByteSource, file: String) throws(SheetError) -> [UInt8] {
        var head = try source.next()
        var wanted = 4
        while head.count < wanted || !XMLEncoding.isUTF8(head) || !XMLProlog(head).reachesRoot {
            let more = try source.next()
            if more.isEmpty { break }
            head += more
            // Twice as much each time, since all of it is looked at again.
            wanted = head.count * 2
        }
        return try XMLEncoding.decoded(head, file: file)
    }

    /// What a file that does not begin with `<` may be.
    private static func guess(_ bytes: [UInt8]) -> String {
        let formats = ["%PDF": "a PDF", "%FDF": "FDF", "PK": "a ZIP archive", "{": "JSON"]
        return formats.first { bytes.starts(with: $0.key.utf8) }?.value ?? "something else"
    }
}

/// Counts lines and columns over pieces.
struct LineCounter {
    private var line = 1
    /// Characters of the last line that stood in pieces before.
    private var column = 0

    /// Where a place in the present piece stands in the document.
    func position(of place: Int, in piece: [UInt8]) -> SheetError.Position {
        var copy = self
        copy.skip(piece[..<place])
        return SheetError.Position(line: copy.line, column: copy.column + 1)
    }

    mutating func skip(_ piece: ArraySlice<UInt8>) {
        let lines = piece.count { $0 == UInt8(ascii: "\n") }
        guard lines > 0, let last = piece.lastIndex(of: UInt8(ascii: "\n")) else {
            column += Self.characters(piece)
            return
        }
        line += lines
        column = Self.characters(piece[(last + 1)...])
    }

    /// How many characters there are, wherever one is cut: each begins with a byte that goes on with no other.
    private static func characters(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }
}

extension UInt8 {
    /// Whether the byte is a blank in XML.
    var isXMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
