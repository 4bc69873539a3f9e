import MillraceSignals

/// The running example, as `expect` sees it: somewhere to report to, from any thread, until the example is over.
package final class RunningExample: Sendable {
    /// The example's full sentence.
    package let sentence: String
    /// The file in which it is written.
    let file: String
    /// Where its snapshots are; nil where it can have none.
    let snapshots: SnapshotLedger?

    private let report: @Sendable (SpecIssue) -> Void
    private let isOver = Locked(false)

    /// What is looked at when all has run, and for whom, in order.
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

    /// Reports an issue under the example's name, and says whether it could: an example that is over takes no more.
    package func record(_ issue: SpecIssue) -> Bool {
        isOver.withLock { isOver in
            if !isOver { report(issue) }
            return !isOver
        }
    }

    /// Has something looked at when the example and its hooks have run, unless one of them threw. It is called on
    /// XCTest's thread, when nothing else of the example runs any more, and kept until then.
    package func atEnd(for owner: AnyObject, _ check: @escaping () -> Void) {
        checks.withLock { $0.append((ObjectIdentifier(owner), check)) }
    }

    /// What was to be looked at for this one is not any more.
    package func cancelCheck(for owner: AnyObject) {
        // What is dropped goes outside of the lock.
        _ = checks.withLock { checks in
            exchange(&checks, with: checks.filter { $0.owner != ObjectIdentifier(owner) })
        }
    }

    /// Looks at what was to be looked at when all has run.
    package func check() {
        for entry in checks.withLock({ $0 }) { entry.check() }
    }

    /// From here on the example takes no issue.
    package func finish() {
        isOver.withLock { $0 = true }
        _ = checks.withLock { exchange(&$0, with: []) }
    }
}
