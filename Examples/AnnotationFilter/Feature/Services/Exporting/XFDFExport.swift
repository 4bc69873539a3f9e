import Foundation

/// A copy of an XFDF file that holds only some of its annotations, with their states and pop-ups; all else is as it
/// was.
enum XFDFExport {
    /// The copy, in UTF-8. Where the task is cancelled the file cannot be read.
    ///
    /// - Parameters:
    ///   - data: The bytes that the sheet was read from.
    ///   - ids: The annotations to keep. What they answer is kept too, so that threads stay whole above them.
    static func data(_ data: Data, of sheet: Sheet, keeping ids: Set<String>) throws(SheetError) -> Data {
        let xml = try SafeXML(data, file: sheet.file)
        let elements = try XFDFParser(xml, file: sheet.file).parse().elements
        let bytes = [UInt8](xml.data)
        let places = places(in: bytes)
        guard places.count == elements.count else {
            throw .unreadable(file: sheet.file, reason: "its annotations cannot be told apart")
        }
        let isKept = elements.kept(ids, of: sheet)
        var result = Data()
        var end = 0
        for (place, isKept) in zip(places, isKept) where !isKept {
            result += bytes[end..<place.lowerBound]
            end = place.upperBound
        }
        return result + bytes[end...]
    }

    /// Where the elements under `<annots>` stand in a document that the parser has accepted: from an element's `<` to
    /// the end of its closing tag, in the order of the file.
    private static func places(in bytes: [UInt8]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var (depth, start, isInAnnotations) = (0, 0, false)
        for tag in XMLTags(bytes) where tag.kind != .instruction {
            if tag.kind == .end { depth -= 1 }
            if depth == 1 { isInAnnotations = tag.kind != .end && tag.localName(in: bytes) == "annots" }
            if depth == 2, isInAnnotations {
                if tag.kind != .end { start = tag.place.lowerBound }
                if tag.kind != .start { places.append(start..<tag.place.upperBound) }
            }
            if tag.kind == .start { depth += 1 }
        }
        return places
    }
}
