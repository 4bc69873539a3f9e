/// One thing that went wrong, and where.
package struct SpecIssue: Sendable {
    /// XCTest tells failed assertions (`expected`) from thrown errors (`thrown`) in its totals.
    package enum Kind: Sendable {
        case expected, thrown
    }

    package let message: String
    package let file: String
    package let line: Int
    package let kind: Kind

    package init(_ message: String, file: String, line: Int, kind: Kind = .expected) {
        self.message = message
        self.file = file
        self.line = line
        self.kind = kind
    }

    package init(_ message: String, at location: SourcePlace, kind: Kind = .expected) {
        self.init(message, file: "\(location.file)", line: Int(location.line), kind: kind)
    }
}
