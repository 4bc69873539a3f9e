#if !canImport(ObjectiveC) && !MILLRACE_APPLE_XCTEST
import XCTest

/// An example as an XCTest test case, named by its sentence, with its own run, duration and result.
final class ExampleCase: XCTestCase {
    private let title: String
    /// Released once it has run, because XCTest keeps its test cases to the end, and an example's captures must not
    /// stay alive.
    private var work: ExampleWork?
    private(set) var skip: XCTSkip?
    /// The reported issues, in order.
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

    /// Required by XCTest of every test case: a case that runs only its closure.
    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
        title = name
        super.init(name: name, testClosure: testClosure)
    }

    override var name: String { title }

    override func invokeTest() {
        let reporter = Reporter(testCase: self)
        skip = work? { reporter.testCase.record($0) }
        work = nil
        // A case counts once: a failed case is not skipped as well.
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
/// (the case locks), and never once the example is over (`RunningExample` ensures this).
private struct Reporter: @unchecked Sendable {
    let testCase: ExampleCase
}
#endif
