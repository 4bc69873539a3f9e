public import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// An element of an XML document: what servers of WebDAV answer, and what clients ask.
public struct DAVElement: Hashable, Sendable {
    package let name: DAVName
    /// The attributes, by their names, without those of namespaces.
    package let attributes: [String: String]
    /// All text in it, without that of the elements in it.
    package private(set) var text = ""
    package private(set) var children: [DAVElement] = []

    /// The root of a document. Nil if it is none that is read: not well-formed, not in UTF-8, nested deeper than 64
    /// elements, or with a document type, which no server of WebDAV needs. O(n).
    public init?(_ data: Data) {
        guard let root = try? DAVElement(reading: data) else { return nil }
        self = root
    }

    init(reading data: Data) throws(XMLProblem) {
        self = try TreeParser().parse(ServerXML(data))
    }

    fileprivate init(_ name: DAVName, _ attributes: [String: String]) {
        (self.name, self.attributes) = (name, attributes)
    }

    /// The first element in it of a name.
    package subscript(name: DAVName) -> DAVElement? { children.first { $0.name == name } }

    /// The elements in it of a name.
    package func all(_ name: DAVName) -> [DAVElement] { children.filter { $0.name == name } }

    /// The text without blanks around it.
    package var trimmed: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Whether an element of this name is anywhere in it.
    func contains(_ name: DAVName) -> Bool { children.contains { $0.name == name || $0.contains(name) } }

    fileprivate mutating func add(_ text: String) { self.text += text }
    fileprivate mutating func add(_ child: DAVElement) { children.append(child) }
}

/// Makes elements of the events of Foundation's parser. On Linux that takes documents that break off: whether the root
/// was closed is seen here.
private final class TreeParser: NSObject, XMLParserDelegate {
    private static let deepest = 64

    private var open: [DAVElement] = []
    private var root: DAVElement?
    private var problem: XMLProblem?

    func parse(_ xml: ServerXML) throws(XMLProblem) -> DAVElement {
        // From a stream, because a document handed over in one piece may have no more than 10 MB.
        let parser = XMLParser(stream: InputStream(data: Data(xml.bytes)))
        parser.shouldProcessNamespaces = true
        parser.delegate = self
        _ = parser.parse()
        if let problem { throw problem }
        guard let root, open.isEmpty else { throw .malformed(nil) }
        return root
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        if open.count == Self.deepest { return fail(.tooDeep, parser) }
        open.append(DAVElement(DAVName(namespace: namespaceURI ?? "", local: name), attributes))
    }

    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
        guard let done = open.popLast() else { return }
        if open.isEmpty { root = done } else { open[open.count - 1].add(done) }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if !open.isEmpty { open[open.count - 1].add(text) }
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        self.parser(parser, foundCharacters: String(decoding: block, as: UTF8.self))
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        let code = (error as NSError).code
        // Warnings of libxml2, such as of a namespace that is no complete address.
        if !(97...107).contains(code), !(200...205).contains(code) { fail(.malformed(code), parser) }
    }

    private func fail(_ problem: XMLProblem, _ parser: XMLParser) {
        if self.problem == nil { self.problem = problem }
        parser.abortParsing()
    }
}
