import MillraceBase

/// A failure and its location.
package struct SpecIssue: Sendable {
    /// XCTest counts failed assertions (`expected`) and thrown errors (`thrown`) separately.
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

    package init(_ message: String, at location: CallSite, kind: Kind = .expected) {
        self.init(message, file: "\(location.file)", line: Int(location.line), kind: kind)
    }

    /// Creates the issue for an error that an example (`name` is nil) or a hook threw; nil if it has been reported
    /// already.
    init?(thrown error: any Error, by name: String?, at location: CallSite) {
        if let stop = error as? StopTest {
            guard let issue = stop.issue else { return nil }
            self = issue
        } else if String(reflecting: type(of: error)).hasPrefix("XCTest.") {
            // `XCTUnwrap` reports the failure itself and then throws an error that is private to XCTest.
            return nil
        } else {
            let subject = name.map { "\($0) " } ?? ""
            self.init("\(subject)threw error \"\(error)\"", at: location, kind: .thrown)
        }
    }
}
