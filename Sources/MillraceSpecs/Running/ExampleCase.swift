#if !canImport(ObjectiveC) && !MILLRACE_APPLE_XCTEST
import XCTest

/// The test case that an example is for XCTest: named by its sentence, with a run, a duration and a result of its own.
final class ExampleCase: XCTestCase {
    private let title: String
    /// Gone once it has run: XCTest keeps its test cases to the end, and what an example captures must not stay.
    private var work: ExampleWork?
    private(set) var skip: XCTSkip?
    /// What was reported to it, in order.
    private(set) var issues: [SpecIssue] = []
    private let lock = NSLock()

    /// - Parameters:
    ///   - title: The name that XCTest prints, as in `AnnotationFilterStoreSpec.toggling a filter, hides the rest`.
    ///   - work: The example.
    init(title: String, work: @escaping ExampleWork) {
        self.title = title
        self.work = work
        // XCTest takes a skip only as an error that its own closure throws: see `invokeTest`.
        super.init(name: title) { testCase in
            if let skip = (testCase as? ExampleCase)?.skip { throw skip }
        }
    }

    /// XCTest requires it of every test case: a case that does nothing but its closure.
    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
        title = name
        super.init(name: name, testClosure: testClosure)
    }

    override var name: String { title }

    override func invokeTest() {
        let reporter = Reporter(self)
        skip = work? { reporter.testCase.record($0) }
        work = nil
        // A case counts once: what failed is not skipped besides.
        if skip != nil && issues.isEmpty { super.invokeTest() }
    }

    /// Reports a failure, from any thread: `XCTAssert…` and `expect` both end here.
    override func recordFailure(
        withDescription description: String,
        inFile filePath: String,
        atLine lineNumber: Int,
        expected: Bool
    ) {
        lock.withLock {
            let kind: SpecIssue.Kind = expected ? .expected : .thrown
            issues.append(SpecIssue(description, file: filePath, line: lineNumber, kind: kind))
            super.recordFailure(
                withDescription: description,
                inFile: filePath,
                atLine: lineNumber,
                expected: expected
            )
        }
    }

    func record(_ issue: SpecIssue) {
        recordFailure(
            withDescription: issue.message,
            inFile: issue.file,
            atLine: issue.line,
            expected: issue.kind == .expected
        )
    }
}

/// Lets any thread report to the test case.
///
/// Unchecked because XCTest's cases are not Sendable. It is safe: other threads only record failures, one at a time
/// (the case locks), and never once the example is over (`RunningExample` sees to that).
private struct Reporter: @unchecked Sendable {
    let testCase: ExampleCase

    init(_ testCase: ExampleCase) {
        self.testCase = testCase
    }
}
#endif
