import Foundation
import MillraceTerminal

#if canImport(FoundationXML)
import FoundationXML
#endif

/// An element under `<annots>` as it stands in the file, nothing understood yet.
struct XFDFElement {
    /// Its name, without a prefix.
    let kind: String
    /// The line on which its start tag ends.
    let line: Int
    /// Its attributes as written.
    let attributes: [String: String]
    /// The text of its `<contents>`.
    var contents = ""
    /// The text of its `<contents-richtext>`.
    var richContents = ""
    /// The text of its `<vertices>`.
    var vertices = ""
    /// How it measures; nil where it does not.
    var measure: XFDFMeasure?

    /// An attribute's value without blanks around it; nil where it is missing or empty.
    subscript(attribute: String) -> String? {
        guard let value = attributes[attribute]?.trimmed, !value.isEmpty else { return nil }
        return value
    }
}

/// What an XFDF file holds, as far as this example cares.
struct XFDFDocument: Sendable {
    /// What stands under `<annots>`.
    var elements = SheetBuilder()
    /// The PDF that the annotations belong to, `<f href="…"/>`.
    var pdf: String?
    var hasAnnotations = false
    var hasFields = false
    var hasCommands = false

    /// Makes the sheet of a file with these elements.
    mutating func takeSheet(file: String) -> Sheet {
        var elements = exchange(&elements, with: SheetBuilder())
        defer { self.elements = elements }
        return elements.takeSheet(file: file, of: self)
    }
}

/// Turns the XML parser's events into elements.
///
/// Of what Foundation's parser says of errors on Linux only the first report counts: `parse()` returns true on
/// mismatched tags and on a document that breaks off. That there was a root, and that it was closed, is checked here.
final class XFDFParser: NSObject, XMLParserDelegate {
    private var document = XFDFDocument()
    private var path: [String] = []
    private var hasRoot = false
    private var element: XFDFElement?
    private var contents: String?
    private var richText: RichText?
    private var vertices: String?
    private var failure: SheetError?
    private var startedCount = 0
    private var lastPercent = 0
    private var hasBegun = false
    private let xml: SafeXML
    private let file: String
    private let onProgress: (SheetOpening) -> Void

    /// Files of fewer bytes are read before anybody has looked.
    private static let smallestSize = 1 << 20
    /// How many elements are the beginning of a large file: those that fill a screen, and some to scroll to.
    static let beginning = 1_000

    /// - Parameter onProgress: Told how much of a large file has been read, whenever that has changed, and its beginning.
    init(_ xml: SafeXML, file: String, onProgress: @escaping (SheetOpening) -> Void = { _ in }) {
        (self.xml, self.file, self.onProgress) = (xml, file, onProgress)
    }

    /// Reads the document. Where the task is cancelled it cannot be read.
    func parse() throws(SheetError) -> XFDFDocument {
        // From a stream, because a document handed over in one piece may have no more than 10 MB.
        let parser = XMLParser(stream: InputStream(data: xml.data))
        parser.delegate = self
        _ = parser.parse()
        if Task.isCancelled { throw .unreadable(file: file, reason: "it was cancelled") }
        if let failure { throw failure }
        guard hasRoot, path.isEmpty else {
            let open = path.last.map { "<\($0)> is closed" } ?? "its first element is complete"
            throw .malformed(file: file, what: "it ends before \(open)", at: parser.position)
        }
        return document
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        watch(parser)
        let name = name.withoutPrefix
        path.append(name)
        switch path.count {
        case 1:
            hasRoot = true
            guard name != "xfdf" else { break }
            fail(.notXFDF(file: file, root: name.oneLine, at: parser.position), parser)
        case 2:
            if name == "annots" { document.hasAnnotations = true }
            if name == "fields" { document.hasFields = true }
            if name == "f" { document.pdf = attributes["href"] }
        case 3 where path[1] == "annots":
            element = XFDFElement(kind: name, line: parser.lineNumber, attributes: attributes)
        case 3 where ["add", "modify", "delete"].contains(path[1]):
            document.hasCommands = true
            document.elements.noteCommand("\(path[1]) \(name)", line: parser.lineNumber)
        case 4 where element != nil:
            if name == "contents" { contents = "" }
            if name == "contents-richtext" { richText = RichText() }
            if name == "vertices" { vertices = "" }
            if name == "measure" { element?.measure = XFDFMeasure(rate: attributes["rateValue"] ?? "") }
        case 5 where path[3] == "measure":
            let name = name.lowercased()
            if element?.measure?.formats[name] == nil { element?.measure?.formats[name] = attributes }
        default:
            richText?.open(name)
        }
    }

    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
        guard let name = path.popLast() else { return }
        switch path.count {
        case 2:
            if let element { document.elements.append(element) }
            element = nil
        case 3:
            if let contents { element?.contents.appendLine(contents.tidied) }
            if let richText { element?.richContents.appendLine(richText.text) }
            if let vertices { element?.vertices += vertices }
            (contents, richText, vertices) = (nil, nil, nil)
        default:
            richText?.close(name)
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        contents?.append(text)
        vertices?.append(text)
        richText?.append(text)
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        self.parser(parser, foundCharacters: String(decoding: block, as: UTF8.self))
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        let problem = XMLProblem(code: (error as NSError).code)
        guard !problem.isHarmless else { return }
        fail(.malformed(file: file, what: problem.description(in: path.last), at: parser.position), parser)
    }

    /// Tells how far the parser has come, and stops it once the task is cancelled.
    private func watch(_ parser: XMLParser) {
        if Task.isCancelled { return parser.abortParsing() }
        startedCount += 1
        let percent = startedCount * 100 / max(xml.elementCount, 1)
        guard xml.data.count >= Self.smallestSize else { return }
        if !hasBegun, document.elements.count >= Self.beginning {
            hasBegun = true
            var beginning = document
            onProgress(.began(beginning.takeSheet(file: file)))
        }
        guard percent > lastPercent else { return }
        lastPercent = percent
        onProgress(.progress(percent: percent))
    }

    private func fail(_ error: SheetError, _ parser: XMLParser) {
        if failure == nil { failure = error }
        parser.abortParsing()
    }
}

extension XMLParser {
    fileprivate var position: SheetError.Position {
        SheetError.Position(line: max(lineNumber, 1), column: max(columnNumber, 1))
    }
}

extension String {
    /// An element's name without its namespace's prefix. Many exports lack the namespace, so the prefix says nothing.
    fileprivate var withoutPrefix: String {
        utf8.contains(UInt8(ascii: ":")) ? split(separator: ":").last.map(String.init) ?? self : self
    }

    /// The text without blanks around it. Mostly there are none, which two bytes tell.
    fileprivate var trimmed: String {
        guard let first = utf8.first, let last = utf8.last else { return self }
        let mayBeBlank = first <= 0x20 || last <= 0x20 || first >= 0x80 || last >= 0x80
        return mayBeBlank ? trimmingCharacters(in: .whitespacesAndNewlines) : self
    }

    /// The text with `\n` for every line break and without blanks around it.
    fileprivate var tidied: String {
        guard utf8.contains(UInt8(ascii: "\r")) else { return trimmed }
        let text = replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
        return text.trimmed
    }

    fileprivate mutating func appendLine(_ line: String) {
        self = isEmpty ? line : line.isEmpty ? self : self + "\n" + line
    }
}
