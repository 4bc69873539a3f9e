import MillraceBase
import MillraceSignals

/// The running example, as `expect` sees it: takes reports from any thread until the example is over.
package final class RunningExample: Sendable {
    /// The example's full sentence.
    package let sentence: String
    /// The file that contains it.
    let file: String
    /// The spec's snapshots; nil if it can have none.
    let snapshots: SnapshotLedger?

    private let report: @Sendable (SpecIssue) -> Void
    private let isOver = Locked(false)

    /// The checks to run at the end, with their owners, in order.
    private let checks = Locked<[(owner: ObjectIdentifier, check: () -> Void)]>([])

    package init(
        sentence: String,
        file: String = "",
        snapshots: SnapshotLedger? = nil,
        report: @escaping @Sendable (SpecIssue) -> Void
    ) {
        self.sentence = sentence
        self.file = file
        self.snapshots = snapshots
        self.report = report
    }

    /// Reports an issue under the example's name. Returns false if the example is over.
    package func record(_ issue: SpecIssue) -> Bool {
        isOver.withLock { isOver in
            if !isOver { report(issue) }
            return !isOver
        }
    }

    /// Adds a check that runs when the example and its hooks have run, unless one of them threw. It is called on
    /// XCTest's thread, when nothing else of the example runs any more, and kept until then.
    package func atEnd(for owner: AnyObject, _ check: @escaping () -> Void) {
        checks.withLock { $0.append((ObjectIdentifier(owner), check)) }
    }

    /// Removes the check of an owner.
    package func cancelCheck(for owner: AnyObject) {
        // Removed checks are released outside the lock.
        _ = checks.withLock { checks in
            exchange(&checks, with: checks.filter { $0.owner != ObjectIdentifier(owner) })
        }
    }

    /// Runs the checks.
    package func check() {
        for entry in checks.withLock({ $0 }) { entry.check() }
    }

    /// Ends the example: it takes no more issues.
    package func finish() {
        isOver.withLock { $0 = true }
        _ = checks.withLock { exchange(&$0, with: []) }
    }
}
