import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What a JUnit file says.
final class JUnitResults: NSObject, XMLParserDelegate {
    struct Entry: Equatable {
        let name: String
        /// "failure", "error" or "skipped", and what was said of it.
        var outcomes: [String] = []
    }

    private(set) var entries: [Entry] = []
    /// "tests 3, failures 1, errors 0, skipped 0".
    private(set) var counts = ""
    private(set) var places: [String] = []
    private(set) var error: (any Error)?

    init(_ file: URL) throws {
        super.init()
        let parser = XMLParser(data: try Data(contentsOf: file))
        parser.delegate = self
        _ = parser.parse()
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        error = error ?? parseError
    }

    func parser(
        _ parser: XMLParser,
        didStartElement element: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        switch element {
        case "testsuite":
            counts = ["tests", "failures", "errors", "skipped"].map { "\($0) \(attributes[$0] ?? "?")" }
                .joined(separator: ", ")
        case "testcase":
            entries.append(Entry(name: attributes["name"] ?? ""))
            places.append("\(attributes["file"]?.split(separator: "/").last ?? "") \(attributes["line"] ?? "")")
        case "failure", "error", "skipped":
            entries[entries.count - 1].outcomes.append("\(element) \(attributes["message"] ?? "")")
        default: break
        }
    }
}

/// A folder that is there for `body` alone.
func withTemporaryFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}
