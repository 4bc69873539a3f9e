import Foundation

/// A document's bytes made safe for the XML parser: in UTF-8, whatever they were written in, and without a document
/// type. So nothing that is looked for here can be spelled in a way that only the parser understands.
struct XMLBytes {
    /// The document in UTF-8. Lines and columns are those of the file.
    private(set) var utf8: [UInt8]

    /// Throws where the bytes cannot be the XML that this reader takes.
    init(_ data: Data, file: String) throws(SheetError) {
        utf8 = try Self.decoded([UInt8](data), file: file)
        guard let first = utf8.first(where: { !$0.isXMLBlank }) else { throw .empty(file: file) }
        guard first == UInt8(ascii: "<") else { throw .notXML(file: file, found: Self.guess(utf8)) }
        if let place = XMLProlog(utf8).documentType { throw .documentType(file: file, at: position(of: place)) }
        if let place = placeOfTooManyAttributes { throw .tooManyAttributes(file: file, at: position(of: place)) }
        fillEmptyInstructions()
    }

    /// How many attributes an element may have. The parser's time grows with the square of their number.
    private static let mostAttributes = 1000

    /// Where an element begins that may have too many attributes. Each has an equals sign, and what stands between a `<`
    /// and the next one holds no fewer than the element. O(bytes).
    private var placeOfTooManyAttributes: Int? {
        var (place, signs) = (0, 0)
        for (index, byte) in utf8.enumerated() {
            if byte == UInt8(ascii: "<") {
                if signs > Self.mostAttributes, hasTag(at: place) { return place }
                (place, signs) = (index, 0)
            } else if byte == UInt8(ascii: "=") {
                signs += 1
            }
        }
        return signs > Self.mostAttributes && hasTag(at: place) ? place : nil
    }

    /// Whether so many equals signs stand in the tag at a place: not in its values, in the text behind it, or in a comment.
    private func hasTag(at place: Int) -> Bool {
        var (signs, quote) = (0, UInt8(0))
        for byte in utf8[place...].dropFirst() {
            switch byte {
            case UInt8(ascii: "!") where signs == 0 && quote == 0, UInt8(ascii: "<"): return false
            case quote: quote = 0
            case UInt8(ascii: "\""), UInt8(ascii: "'"): if quote == 0 { quote = byte }
            case UInt8(ascii: ">") where quote == 0: return false
            case UInt8(ascii: "=") where quote == 0: signs += 1
            default: break
            }
            if signs > Self.mostAttributes { return true }
        }
        return false
    }

    private func position(of place: Int) -> SheetError.Position {
        let before = utf8[..<place]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
        return SheetError.Position(line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: column)
    }

    /// What a file that does not begin with `<` may be.
    private static func guess(_ bytes: [UInt8]) -> String {
        let formats = ["%PDF": "a PDF", "%FDF": "FDF", "PK": "a ZIP archive", "{": "JSON"]
        return formats.first { bytes.starts(with: $0.key.utf8) }?.value ?? "something else"
    }

    /// Foundation's parser on Linux crashes on a processing instruction that has a name only, `<?name?>`, even behind
    /// an error. A blank behind the name prevents that.
    private mutating func fillEmptyInstructions() {
        let start = XMLProlog(utf8).hasDeclaration ? 2 : 0
        guard utf8.firstPlace(of: Array("<?".utf8), from: start) != nil else { return }
        var filled: [UInt8] = []
        filled.reserveCapacity(utf8.count + 16)
        var isInName = false
        for (place, byte) in utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "<"):
                isInName = false
            case UInt8(ascii: "?"):
                let next = place + 1 < utf8.count ? utf8[place + 1] : 0
                if isInName, next == UInt8(ascii: ">") { filled.append(UInt8(ascii: " ")) }
                isInName = place > 0 && utf8[place - 1] == UInt8(ascii: "<")
            default:
                if byte.isXMLBlank { isInName = false }
            }
            filled.append(byte)
        }
        utf8 = filled
    }
}

extension UInt8 {
    /// Whether the byte is a blank in XML.
    var isXMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
