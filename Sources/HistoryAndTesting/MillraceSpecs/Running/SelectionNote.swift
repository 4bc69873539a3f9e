import MillraceBase
import XCTest

/// Says, when all tests are over, that `MILLRACE_ONLY` selected none of them. One per process: with `--parallel` a
/// process runs one spec, which may have none.
final class SelectionNote: NSObject, XCTestObservation, Sendable {
    static let shared: SelectionNote = {
        let note = SelectionNote()
        XCTestObservationCenter.shared.addTestObserver(note)
        return note
    }()

    private let hasRun = Locked(false)

    /// Notes how many examples of a spec are selected.
    func note(_ count: Int) { hasRun.withLock { $0 = $0 || count > 0 } }

    func testBundleDidFinish(_ testBundle: Bundle) {
        guard let part = RunSettings.current.only, !hasRun.withLock({ $0 }) else { return }
        print(
            "MILLRACE_ONLY: no example's sentence contains '\(part)'. To fix: take a part of one, as the log prints it."
        )
    }
}
