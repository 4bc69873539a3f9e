import MillraceBase

#if !canImport(ObjectiveC) && !MILLRACE_APPLE_XCTEST
import XCTest

/// The run of a whole spec, as XCTest's totals see it: the sum of its examples' runs.
///
/// It starts and stops silently, so that XCTest prints exactly one test case for each that it counts.
final class SpecRun: XCTestCaseRun {
    private var runs: [XCTestRun] = []
    private var started: Date?
    private var stopped: Date?

    func add(_ run: XCTestRun) {
        runs.append(run)
    }

    override func start() { started = Date() }
    override func stop() { stopped = Date() }

    override var startDate: Date? { started }
    override var stopDate: Date? { stopped }

    override var testCaseCount: Int { executionCount }
    /// A test method that skips itself before it has defined anything counts as one.
    override var executionCount: Int { sum(\.executionCount) + (hasBeenSkipped ? 1 : 0) }
    override var skipCount: Int { sum(\.skipCount) + (hasBeenSkipped ? 1 : 0) }
    override var failureCount: Int { sum(\.failureCount) }
    override var unexpectedExceptionCount: Int { sum(\.unexpectedExceptionCount) }

    private func sum(_ count: (XCTestRun) -> Int) -> Int {
        runs.reduce(0) { $0 + count($1) }
    }
}
#endif
