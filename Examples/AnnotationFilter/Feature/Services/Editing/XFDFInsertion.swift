import Foundation

/// Adds annotations to an XFDF file, and leaves every other byte as it is.
///
/// They stand right before the end of `<annots>`, in the file's encoding, with its prefix, its line ends and the
/// indentation of the annotations before them. There always is such an end: what is added refers to an annotation.
struct XFDFInsertion {
    private let form: XMLEncoding.Form
    /// Where they are added, in code units.
    private var place = 0
    private var prefix = ""
    /// What stands before each: a line end and blanks, or nothing.
    private var separator = ""

    /// The file with the elements added.
    static func data(_ data: Data, inserting elements: [XFDFElement]) throws(SheetError) -> Data {
        if elements.isEmpty { return data }
        let insertion = try XFDFInsertion(data)
        let text = elements.map { insertion.separator + insertion.text(of: $0) }.joined()
        let place = data.startIndex + insertion.form.offset(of: insertion.place)
        return data[..<place] + insertion.form.encoded(text) + data[place...]
    }

    /// Finds the end of the last `<annots>` that has one.
    private init(_ data: Data) throws(SheetError) {
        form = try XMLEncoding.form(of: data, file: "")
        let units = form.units(of: data)
        var (depth, isInside, lastStart, end) = (0, false, Int?.none, Range<Int>?.none)
        var lastChild: Int?
        for tag in XMLTags(units) where tag.kind != .instruction {
            if tag.kind == .end { depth -= 1 }
            if depth == 1, tag.kind != .end { (isInside, lastStart) = (tag.localName(in: units) == "annots", nil) }
            if depth == 1, tag.kind == .end, isInside { (isInside, end, lastChild) = (false, tag.place, lastStart) }
            if depth == 2, isInside, tag.kind != .end { lastStart = tag.place.lowerBound }
            if tag.kind == .start { depth += 1 }
        }
        guard let end else { throw .unreadable(file: "", reason: "it has no annotations") }
        let name = String(decoding: units[end].dropFirst(2).prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        prefix = name.count + 2 < end.count && units[end].contains(UInt8(ascii: ":")) ? "\(name):" : ""
        place = end.lowerBound
        while place > 0, units[place - 1].isXMLBlank { place -= 1 }
        let blanks = units[place..<end.lowerBound]
        guard let line = Self.lineEnd(in: blanks) else {
            place = end.lowerBound
            return
        }
        let closing =
            blanks.split(omittingEmptySubsequences: false) {
                $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
            }.last.map(Array.init) ?? []
        let indentation = lastChild.flatMap { Self.indentation(before: $0, in: units) } ?? closing + [0x20, 0x20]
        separator = line + String(decoding: indentation, as: UTF8.self)
    }

    /// The blanks before a tag that is the first one of its line; nil where it is not.
    private static func indentation(before place: Int, in units: [UInt8]) -> [UInt8]? {
        var start = place
        while start > 0, units[start - 1] == 0x20 || units[start - 1] == 0x09 { start -= 1 }
        guard start > 0, units[start - 1] == UInt8(ascii: "\n") || units[start - 1] == UInt8(ascii: "\r") else {
            return nil
        }
        return Array(units[start..<place])
    }

    private static func lineEnd(in blanks: ArraySlice<UInt8>) -> String? {
        let blanks = Array(blanks)
        if blanks.has("\r\n", at: blanks.firstIndex(of: UInt8(ascii: "\r")) ?? blanks.count) { return "\r\n" }
        return blanks.contains(UInt8(ascii: "\n")) ? "\n" : blanks.contains(UInt8(ascii: "\r")) ? "\r" : nil
    }

    /// An element as text. Line breaks in it are those of the file.
    private func text(of element: XFDFElement) -> String {
        let attributes = element.attributes.sorted { $0.key < $1.key }
            .map { " \($0.key)=\"\($0.value.escapedForXML(inAttribute: true))\"" }.joined()
        let start = "<\(prefix)\(element.kind)\(attributes)"
        if element.contents.isEmpty { return "\(start)/>" }
        let line = separator.isEmpty ? "\n" : separator.filter(\.isNewline)
        let contents = element.contents.escapedForXML(inAttribute: false).replacing("\n", with: line)
        return "\(start)><\(prefix)contents>\(contents)</\(prefix)contents></\(prefix)\(element.kind)>"
    }
}

extension String {
    /// The text as XML writes it. Within an attribute also what a reader would take for a blank.
    fileprivate func escapedForXML(inAttribute isAttribute: Bool) -> String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"" where isAttribute: text += "&quot;"
            case "\n" where isAttribute, "\t" where isAttribute, "\r": text += "&#\(scalar.value);"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
