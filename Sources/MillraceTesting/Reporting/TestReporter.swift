import Foundation
import MillraceSignals
internal import Testing

/// Reports for the tests that Swift Testing does not run: what `MillraceSpecs` does for specs and for XCTest.
///
/// This module knows nothing of XCTest, and looks for the reporter by its name: a plain test case may call a store
/// tester before anything of `MillraceSpecs` has run, so no call could have installed one.
package protocol TestReporter: AnyObject, SendableMetatype {
    /// Reports a failure to the test that runs, whoever runs it.
    static func record(_ message: String, at place: SourcePlace)

    /// Has the running example look at something at its end, and says whether there is an example that can.
    static func checkAtEnd(for owner: AnyObject, _ check: @escaping () -> Void) -> Bool

    /// Has the running example not look at it any more, and says whether there is an example.
    static func cancelCheckAtEnd(for owner: AnyObject) -> Bool
}

/// The reporter of `MillraceSpecs`; nil in a process without it.
let testReporter: (any TestReporter.Type)? = NSClassFromString("MillraceSpecs.XCTestReporter") as? any TestReporter.Type

/// Reports a failure where it belongs: to the test of Swift Testing that runs, or to what the reporter of
/// `MillraceSpecs` finds.
package func record(_ message: String, at place: SourcePlace) {
    if let testReporter { testReporter.record(message, at: place) } else { recordIssue(message, at: place) }
}

/// Reports a failure to Swift Testing.
///
/// Where the calling task belongs to no test Swift Testing counts it against the run, if it runs at all, and standard
/// error tells it in any case.
package func recordIssue(_ message: String, at place: SourcePlace) {
    if Test.current == nil {
        writeToStandardError(
            """
            \(place.file):\(place.line): error: \(message)
            MillraceTesting: the failure above belongs to no test, since none runs on this task. \
            To fix: in Swift Testing, call from the test's own task; in XCTest, have the test target depend on \
            MillraceSpecs.
            """
        )
    }
    Issue.record("\(message)", sourceLocation: SourceLocation(place))
}

private func writeToStandardError(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
}

extension SourceLocation {
    fileprivate init(_ place: SourcePlace) {
        let path = "\(place.file)"
        // Swift Testing wants a module and a file's name; it prints the latter.
        let file = path.split(separator: "/").last.map(String.init) ?? path
        self.init(fileID: "Tests/\(file)", filePath: path, line: Int(place.line), column: 1)
    }
}
