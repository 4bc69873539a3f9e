/// Looks at what stands before a document's root, in UTF-8: the declaration, and a document type if there is one.
struct XMLProlog {
    private let bytes: [UInt8]

    init(_ utf8: [UInt8]) {
        bytes = utf8
    }

    /// Whether the document begins with an XML declaration.
    var hasDeclaration: Bool { has("<?xml", at: 0) && bytes.count > 5 && bytes[5].isXMLBlank }

    /// The encoding that the XML declaration names, and where it does so: the range of `encoding="…"`.
    var declaredEncoding: (name: String, range: Range<Int>)? {
        guard hasDeclaration, let end = end(of: "?>", from: 5) else { return nil }
        guard let afterName = self.end(of: "encoding", from: 5), afterName < end else { return nil }
        var place = skippingBlanks(from: afterName)
        guard has("=", at: place) else { return nil }
        place = skippingBlanks(from: place + 1)
        guard place < end, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") else { return nil }
        guard let close = bytes[(place + 1)..<end].firstIndex(of: bytes[place]) else { return nil }
        let name = String(decoding: bytes[(place + 1)..<close], as: UTF8.self)
        return (name, (afterName - "encoding".utf8.count)..<(close + 1))
    }

    /// Where a document type is declared. Only what stands before the root can be one: comments, instructions and
    /// the root's own content may hold the same letters.
    var documentType: Int? { has("<!DOCTYPE", at: end) ? end : nil }

    /// Whether the bytes go on behind what stands before the root, so that it is all there.
    var reachesRoot: Bool {
        end + "<!DOCTYPE".utf8.count <= bytes.count && !has("<!--", at: end) && !has("<?", at: end)
    }

    /// Where neither a comment nor an instruction stands any more, or one is cut off.
    private var end: Int {
        var place = 0
        while true {
            place = skippingBlanks(from: place)
            if has("<!--", at: place), let end = end(of: "-->", from: place + 4) {
                place = end
            } else if has("<?", at: place), let end = end(of: "?>", from: place + 2) {
                place = end
            } else {
                return place
            }
        }
    }

    private func skippingBlanks(from start: Int) -> Int {
        bytes[min(start, bytes.count)...].firstIndex { !$0.isXMLBlank } ?? bytes.count
    }

    private func has(_ text: String, at place: Int) -> Bool {
        place <= bytes.count && bytes[place...].starts(with: text.utf8)
    }

    /// Where the first `text` at or behind `start` ends.
    private func end(of text: String, from start: Int) -> Int? {
        bytes.firstPlace(of: Array(text.utf8), from: start).map { $0 + text.utf8.count }
    }
}
