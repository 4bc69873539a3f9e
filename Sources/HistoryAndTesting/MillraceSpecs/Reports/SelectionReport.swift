import MillraceBase
import MillraceSignals
import XCTest

/// Reports, when all tests are over, that `MILLRACE_ONLY` selected none of them. One per process: with `--parallel` a
/// process runs one spec, which may have none.
final class SelectionReport: NSObject, Report, XCTestObservation, Sendable {
    static let shared: SelectionReport = {
        let report = SelectionReport()
        XCTestObservationCenter.shared.addTestObserver(report)
        return report
    }()

    private let hasRun = Locked(false)

    func willRun(_ sentence: String, at location: SourcePlace?) { hasRun.withLock { $0 = true } }
    func didRun(_ result: ExampleResult) {}
    func didFinish() {}

    func testBundleDidFinish(_ testBundle: Bundle) {
        guard let part = RunSettings.current.only, !hasRun.withLock({ $0 }) else { return }
        print(
            "MILLRACE_ONLY: no example's sentence contains '\(part)'. To fix: take a part of one, as the log prints it."
        )
    }
}
