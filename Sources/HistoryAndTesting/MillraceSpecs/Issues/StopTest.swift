import MillraceBase

/// An error that ends the running example at once: `throw StopTest("there is no server")`.
///
/// It is a failure at the line where it was created. Thrown by a hook, it acts like any error there. `XCTSkip` skips
/// the example instead.
public struct StopTest: Error {
    /// The failure; nil if the example ends without one.
    let issue: SpecIssue?

    /// Creates an error that ends the example as failed.
    ///
    /// - Parameters:
    ///   - reason: The fault.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public init(_ reason: String, file: StaticString = #filePath, line: UInt = #line) {
        issue = SpecIssue(reason, at: CallSite(file, line))
    }

    private init() {
        issue = nil
    }

    /// Ends the example without a failure: for problems that have been reported already.
    public static let silently = StopTest()
}
