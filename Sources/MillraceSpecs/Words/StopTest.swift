/// An error that ends the running example at once: `throw StopTest("there is no server")`.
///
/// It is a failure at the line where it was made. Thrown by a hook it acts as any error there. `XCTSkip` skips the
/// example instead.
public struct StopTest: Error {
    /// What is wrong; nil where the example is to end without a failure.
    let issue: SpecIssue?

    /// Ends the example as failed.
    ///
    /// - Parameter reason: What is wrong.
    public init(_ reason: String, file: StaticString = #filePath, line: UInt = #line) {
        issue = SpecIssue(reason, at: SourcePlace(file: file, line: line))
    }

    private init() {
        issue = nil
    }

    /// Ends the example without a failure: for what has been reported already.
    public static let silently = StopTest()
}
