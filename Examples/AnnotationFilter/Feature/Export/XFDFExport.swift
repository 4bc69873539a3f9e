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
        let bytes = try XMLPieces(ByteSource(data), file: sheet.file).rest()
        var builder = SheetBuilder()
        _ = try XFDFParser.parse(XMLPieces(ByteSource(data), file: sheet.file), file: sheet.file) {
            builder.append($0)
        }
        let places = XFDFElementPlaces(bytes).places
        guard places.count == builder.elementCount else {
            throw .unreadable(file: sheet.file, reason: "its annotations cannot be told apart")
        }
        let isKept = builder.elements(of: sheet, keeping: ids)
        var result = Data()
        var end = 0
        for (place, isKept) in zip(places, isKept) where !isKept {
            result += bytes[end..<place.lowerBound]
            end = place.upperBound
        }
        return result + bytes[end...]
    }
}

/// Where the elements under `<annots>` stand in a document that the parser has accepted.
struct XFDFElementPlaces {
    /// From an element's `<` to the end of its closing tag, in the order of the file.
    private(set) var places: [Range<Int>] = []

    init(_ bytes: [UInt8]) {
        var (depth, start, isInAnnotations) = (0, 0, false)
        var place = 0
        while !Task.isCancelled, let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = bytes[open...]
            if let skipped = Self.ends.first(where: { rest.starts(with: $0.begin.utf8) }) {
                place =
                    bytes.firstPlace(of: Array(skipped.end.utf8), from: open).map { $0 + skipped.end.utf8.count }
                    ?? bytes.count
                continue
            }
            let close = Self.endOfTag(bytes, from: open)
            let isClosing = bytes[open + 1] == UInt8(ascii: "/")
            let isEmpty = bytes[close - 2] == UInt8(ascii: "/")
            if isClosing { depth -= 1 }
            if depth == 1 { isInAnnotations = !isClosing && Self.name(bytes, at: open + 1) == "annots" }
            if depth == 2, isInAnnotations {
                if !isClosing { start = open }
                if isClosing || isEmpty { places.append(start..<close) }
            }
            if !isClosing, !isEmpty { depth += 1 }
            place = close
        }
    }

    private static let ends: [(begin: String, end: String)] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]

    /// Behind the `>` of a tag, which may hold others in its values.
    private static func endOfTag(_ bytes: [UInt8], from start: Int) -> Int {
        var quote: UInt8?
        for place in start..<bytes.count {
            switch bytes[place] {
            case UInt8(ascii: ">") where quote == nil: return place + 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil { quote = bytes[place] } else if quote == bytes[place] { quote = nil }
            default: break
            }
        }
        return bytes.count
    }

    /// An element's name without its prefix.
    private static func name(_ bytes: [UInt8], at start: Int) -> String {
        let name = bytes[start...].prefix { !$0.isXMLBlank && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
    }
}
