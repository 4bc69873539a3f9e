import Foundation

/// A document's bytes, made safe for the XML parser: in UTF-8, whatever they were written in, without a document type,
/// and without what Foundation's parser on Linux cannot take.
struct SafeXML {
    /// The bytes: those of the file itself, where nothing has to be changed in them.
    let data: Data
    /// How many elements begin in it.
    private(set) var elementCount = 0

    /// Looks at all tags of the document. Throws where the bytes cannot be the XML that this example takes. Cost:
    /// O(bytes).
    init(_ data: Data, file: String) throws(SheetError) {
        var (bytes, areSame) = try XMLEncoding.decoded(data, file: file)
        guard let first = bytes.first(where: { !$0.isXMLBlank }) else { throw .empty(file: file) }
        guard first == UInt8(ascii: "<") else { throw .notXML(file: file, found: Self.guess(bytes)) }
        // An empty instruction, `<?name?>`, would end the program: it gets a blank.
        var missingBlanks: [Int] = []
        for tag in XMLTags(bytes) {
            if tag.kind == .documentType {
                throw .documentType(file: file, at: Self.position(of: tag.place.lowerBound, in: bytes))
            }
            if tag.kind == .start || tag.kind == .empty { elementCount += 1 }
            if tag.kind == .instruction, !bytes[tag.place].contains(where: \.isXMLBlank) {
                missingBlanks.append(tag.place.upperBound - 2)
            }
        }
        for place in missingBlanks.reversed() { bytes.insert(UInt8(ascii: " "), at: place) }
        self.data = missingBlanks.isEmpty && areSame ? data : Data(bytes)
    }

    private static func position(of place: Int, in bytes: [UInt8]) -> SheetError.Position {
        let lines = bytes[..<place].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let before = String(decoding: lines.last ?? [], as: UTF8.self)
        return SheetError.Position(line: lines.count, column: before.unicodeScalars.count + 1)
    }

    /// What a file that does not begin with `<` may be.
    private static func guess(_ bytes: [UInt8]) -> String {
        let formats = ["%PDF": "a PDF", "%FDF": "FDF", "PK": "a ZIP archive", "{": "JSON"]
        return formats.first { bytes.starts(with: $0.key.utf8) }?.value ?? "something else"
    }
}
