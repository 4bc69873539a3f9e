import XCTest

/// The work of an example. It receives a function that reports a failure, from any thread, and returns the skip that
/// was thrown, if any.
typealias ExampleWork = (_ report: @escaping @Sendable (SpecIssue) -> Void) -> XCTSkip?

/// Runs the planned examples of a spec, one after the other.
final class SpecSession {
    private let plan: Plan
    private let snapshots: SnapshotLedger
    private let spec: Spec
    /// The sentences of examples that failed or were skipped.
    private var unfinished: [String] = []

    init(_ plan: Plan, snapshots: SnapshotLedger, spec: Spec) {
        self.plan = plan
        self.snapshots = snapshots
        self.spec = spec
    }

    /// Runs each example, and reports the issues of the spec as a whole before and after them.
    func run() {
        report(plan.issues)
        for example in plan.examples where !spec.run(example.sentence, work(of: example)) {
            unfinished.append(example.sentence)
        }
        report(staleSnapshots())
    }

    private func report(_ issues: [SpecIssue]) {
        if issues.isEmpty { return }
        _ = spec.run(nil) { report in
            issues.forEach(report)
            return nil
        }
    }

    private func staleSnapshots() -> [SpecIssue] {
        let sources = Set((plan.examples + plan.leftOut).map { "\($0.location.file)" })
        return snapshots.settle(beside: sources) { plan.leftOut.map(\.sentence) + unfinished }
    }

    private func work(of example: Example) -> ExampleWork {
        let location = example.location
        if example.isPending { return { _ in XCTSkip("pending", file: location.file, line: location.line) } }
        return { [snapshots] report in
            let running = RunningExample(
                sentence: example.sentence,
                file: "\(location.file)",
                snapshots: snapshots,
                report: report
            )
            defer { running.finish() }
            let limit = RunSettings.current.timeLimit.map { TimeLimit(seconds: $0, for: running, at: location) }
            defer { limit?.lift() }
            return SpecContext.$current.withValue(.running(running)) {
                ExampleRun(example, reportingTo: running).run()
            }
        }
    }
}
