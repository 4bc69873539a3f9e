import MillraceBase
import MillraceSignals
import XCTest

/// Reports, when all tests are over, facts known only then: that `MILLRACE_ONLY` selected no example, and which were
/// the slowest. One per process: with `--parallel` a process runs one spec, which may have no example.
final class EndReport: NSObject, Report, XCTestObservation, Sendable {
    static let shared: EndReport = {
        let report = EndReport()
        XCTestObservationCenter.shared.addTestObserver(report)
        return report
    }()

    private let hasRun = Locked(false)
    private let slowest = Locked<[(seconds: Double, name: String)]>([])

    func willRun(_ sentence: String, at location: CallSite?) { hasRun.withLock { $0 = true } }

    func didRun(_ result: ExampleResult) {
        if case .skipped = result.outcome { return }
        slowest.withLock { slowest in
            slowest.append((result.seconds, "\(result.specName).\(result.sentence)"))
            slowest.sort { $0.seconds > $1.seconds }
            slowest = Array(slowest.prefix(RunSettings.current.slowest))
        }
    }

    func didFinish() {}

    func testBundleDidFinish(_ testBundle: Bundle) {
        if let part = RunSettings.current.only, !hasRun.withLock(\.self) {
            print("MILLRACE_ONLY: no example's sentence contains '\(part)'. To fix: take a part of one in the log.")
        }
        let slowest = slowest.withLock(\.self)
        if slowest.isEmpty { return }
        print("The slowest examples:")
        for (seconds, name) in slowest { print("  \(String(format: "%8.1f", seconds * 1000)) ms  \(name)") }
    }
}
