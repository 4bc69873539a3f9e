import Foundation
import MillraceBase
import MillraceSignals
internal import Testing

/// A reporter for tests that Swift Testing does not run: `MillraceSpecs` has one for specs and for XCTest.
///
/// This module does not depend on XCTest, and looks the reporter up by name: a plain test case may call a store tester
/// before anything of `MillraceSpecs` has run, so no call could have registered one.
package protocol TestReporter: AnyObject, SendableMetatype {
    /// Reports a failure to the running test.
    static func record(_ message: String, at place: CallSite)

    /// Has the running example run a check at its end. Returns whether there is an example that can.
    static func checkAtEnd(for owner: AnyObject, _ check: @escaping () -> Void) -> Bool

    /// Cancels the check of the running example. Returns whether there is an example.
    static func cancelCheckAtEnd(for owner: AnyObject) -> Bool
}

/// The reporter of `MillraceSpecs`; nil in a process without it.
package let testReporter: (any TestReporter.Type)? =
    NSClassFromString("MillraceSpecs.XCTestReporter") as? any TestReporter.Type

/// Reports a failure to the running test of Swift Testing, or to the reporter of `MillraceSpecs`; in a condition of an
/// exploration, to that.
package func record(_ message: String, at place: CallSite) {
    if let sink = FailureSink.current { return sink.note(message) }
    if let testReporter { testReporter.record(message, at: place) } else { recordIssue(message, at: place) }
}

/// Reports a failure to Swift Testing.
///
/// If the calling task belongs to no test, Swift Testing counts the failure against the run, if there is one, and
/// standard error has it in any case.
package func recordIssue(_ message: String, at place: CallSite) {
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

extension SourceLocation {
    fileprivate init(_ place: CallSite) {
        let path = "\(place.file)"
        // Swift Testing expects a module and a file name; it prints the latter.
        let file = path.split(separator: "/").last.map(String.init) ?? path
        self.init(fileID: "Tests/\(file)", filePath: path, line: Int(place.line), column: 1)
    }
}
