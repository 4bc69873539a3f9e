import MillraceBase
import MillraceSignals
import XCTest

/// Lists the slowest examples of the process when all tests are over. One per process.
final class SlowestReport: NSObject, Report, XCTestObservation, Sendable {
    static let shared: SlowestReport = {
        let report = SlowestReport()
        XCTestObservationCenter.shared.addTestObserver(report)
        return report
    }()

    private let slowest = Locked<[(seconds: Double, name: String)]>([])

    func willRun(_ sentence: String, at location: SourcePlace?) {}

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
        let slowest = slowest.withLock { $0 }
        if slowest.isEmpty { return }
        print("The slowest examples:")
        for (seconds, name) in slowest { print("  \(String(format: "%8.1f", seconds * 1000)) ms  \(name)") }
    }
}
