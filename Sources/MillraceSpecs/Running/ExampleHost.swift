import XCTest

/// What runs an example for the XCTest of the platform: as a test case of its own on Linux (`ExampleCase`), as an
/// activity of the spec's test on Apple's platforms (`ExampleActivity`).
protocol ExampleHost: AnyObject {
    /// Runs `work` once, on the calling thread, and returns what came of it and how long it took, in seconds.
    ///
    /// - Parameters:
    ///   - sentence: The example's full sentence; nil for what is wrong with the spec as a whole.
    ///   - work: Is let go when it has run.
    func run(_ sentence: String?, _ work: @escaping ExampleWork) -> (outcome: ExampleResult.Outcome, seconds: Double)
}

/// What an example does. It gets a function that reports a failure, from any thread, and returns the skip that was
/// thrown, if any.
typealias ExampleWork = (_ report: @escaping @Sendable (SpecIssue) -> Void) -> XCTSkip?

extension ExampleResult.Outcome {
    /// What failed counts as failed, also where it was skipped afterwards.
    init(_ issues: [SpecIssue], _ skip: XCTSkip?) {
        self = issues.isEmpty ? skip.map { .skipped($0.message ?? "") } ?? .passed : .failed(issues)
    }
}
