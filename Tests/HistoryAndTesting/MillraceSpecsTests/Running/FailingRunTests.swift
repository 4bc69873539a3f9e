import XCTest

/// That a failing example fails the process. Plain XCTest: a spec that miscounts failures would miscount its own.
final class FailingRunTests: XCTestCase {
    func testFailedExpectationsFailTheProcess() throws {
        let run = try ChildRun(.failing)
        XCTAssertEqual(run.status, 1)
        XCTAssertEqual(run.totals, "6 tests, with 5 failures (0 unexpected)")
    }

    func testThrownErrorsFailTheProcess() throws {
        let run = try ChildRun(.throwing)
        XCTAssertEqual(run.status, 1)
        XCTAssertEqual(run.totals, "3 tests, with 2 failures (2 unexpected)")
    }

    func testASpecWithoutExamplesFailsTheProcess() throws {
        XCTAssertEqual(try ChildRun(.empty).status, 1)
    }

    func testAFocusFailsTheProcessWhereItIsForbidden() throws {
        XCTAssertEqual(try ChildRun(.focused, environment: ["MILLRACE_FORBID_FOCUS": "1"]).status, 1)
    }

    func testAPassingSpecPasses() throws {
        let run = try ChildRun(.passing)
        XCTAssertEqual(run.status, 0)
        XCTAssertEqual(run.totals, "3 tests, with 0 failures (0 unexpected)")
    }
}
