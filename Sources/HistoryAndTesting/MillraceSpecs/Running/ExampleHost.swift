import XCTest

/// The platform's way to run an example with XCTest: as a test case of its own on Linux (`ExampleCase`), as an activity
/// of the spec's test on Apple's platforms (`ExampleActivity`).
protocol ExampleHost: AnyObject {
    /// Runs `work` once, on the calling thread, and returns the outcome and the duration in seconds.
    ///
    /// - Parameters:
    ///   - sentence: The example's full sentence; nil for issues of the spec as a whole.
    ///   - work: Released when it has run.
    func run(_ sentence: String?, _ work: @escaping ExampleWork) -> (outcome: ExampleResult.Outcome, seconds: Double)
}

/// The work of an example. It receives a function that reports a failure, from any thread, and returns the skip that
/// was thrown, if any.
typealias ExampleWork = (_ report: @escaping @Sendable (SpecIssue) -> Void) -> XCTSkip?

extension ExampleResult.Outcome {
    /// A failed example counts as failed even if it was skipped afterwards.
    init(_ issues: [SpecIssue], _ skip: XCTSkip?) {
        self = issues.isEmpty ? skip.map { .skipped($0.message ?? "") } ?? .passed : .failed(issues)
    }
}
