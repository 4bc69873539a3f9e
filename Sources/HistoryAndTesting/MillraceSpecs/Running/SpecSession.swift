import MillraceBase
import XCTest

/// Runs the planned examples of a spec, one after the other, with the suite's hooks before and after.
final class SpecSession {
    /// The names of the spec in a session.
    struct Names {
        /// The class.
        let spec: String
        /// The name for issues of the spec as a whole: the class and the test method.
        let wholeSpec: String
    }

    private let names: Names
    private let plan: Plan
    private let snapshots: SnapshotLedger
    private let reports: [any Report]
    private let host: any ExampleHost
    /// The first and the last example to run, not counting pending ones.
    private let ends: (first: Int, last: Int)?
    /// The reason why examples cannot run, once a `beforeSuite` has thrown.
    private var obstacle: XCTSkip?
    /// The sentences of examples that failed or were skipped.
    private var unfinished: [String] = []

    init(_ plan: Plan, _ names: Names, snapshots: SnapshotLedger, reports: [any Report], host: any ExampleHost) {
        self.names = names
        self.plan = plan
        self.snapshots = snapshots
        self.reports = reports
        self.host = host
        let running = plan.examples.indices.filter { !plan.examples[$0].isPending }
        ends = running.first.map { ($0, running[running.count - 1]) }
    }

    /// Runs each example, and reports the issues of the spec as a whole before and after them.
    func run() {
        report(plan.issues)
        for (index, example) in plan.examples.enumerated() {
            let work = work(of: example, index)
            let outcome = run(example.sentence, example.descriptions, at: example.location, work)
            if case .passed = outcome { continue }
            unfinished.append(example.sentence)
        }
        report(staleSnapshots())
        reports.forEach { $0.didFinish() }
    }

    private func report(_ issues: [SpecIssue]) {
        if issues.isEmpty { return }
        _ = run(nil, [names.wholeSpec], at: nil) { report in
            issues.forEach(report)
            return nil
        }
    }

    private func staleSnapshots() -> [SpecIssue] {
        let sources = Set((plan.examples + plan.leftOut).map { "\($0.location.file)" })
        return snapshots.settle(beside: sources) { plan.leftOut.map(\.sentence) + unfinished }
    }

    private func run(
        _ sentence: String?,
        _ descriptions: [String],
        at location: CallSite?,
        _ work: @escaping ExampleWork
    ) -> ExampleResult.Outcome {
        reports.forEach { $0.willRun(sentence ?? names.wholeSpec, at: location) }
        let (outcome, seconds) = host.run(sentence, work)
        let result = ExampleResult(
            specName: names.spec,
            descriptions: descriptions,
            outcome: outcome,
            seconds: seconds
        )
        reports.forEach { $0.didRun(result) }
        return outcome
    }

    private func work(of example: Example, _ index: Int) -> ExampleWork {
        if example.isPending {
            let location = example.location
            return { _ in XCTSkip("pending", file: location.file, line: location.line) }
        }
        let metadata = ExampleMetadata(
            name: example.sentence,
            index: index,
            file: "\(example.location.file)",
            line: Int(example.location.line)
        )
        return { report in
            let running = RunningExample(
                sentence: metadata.name,
                file: metadata.file,
                snapshots: self.snapshots,
                report: report
            )
            defer { running.finish() }
            return SpecContext.$current.withValue(.running(running)) { self.run(example, metadata, running) }
        }
    }

    private func run(_ example: Example, _ metadata: ExampleMetadata, _ running: RunningExample) -> XCTSkip? {
        let limit = RunSettings.current.timeLimit.map { TimeLimit(seconds: $0, for: running, at: example.location) }
        defer { limit?.lift() }
        if metadata.index == ends?.first { obstacle = pass(plan.suite.before, running) }
        let run = ExampleRun(example, metadata, reportingTo: running)
        let skip = self.obstacle ?? run.run()
        if metadata.index == ends?.last { plan.suite.after.forEach { _ = pass([$0], running) } }
        return skip
    }

    /// Runs hooks of the suite, within the first or the last example, until one throws. Returns why examples cannot run
    /// then.
    private func pass(_ hooks: [Hook<Void>], _ running: RunningExample) -> XCTSkip? {
        for hook in hooks {
            do {
                try hook.body(())
            } catch let skip as XCTSkip {
                return skip
            } catch {
                if let issue = SpecIssue(thrown: error, by: hook.name, at: hook.location) { _ = running.record(issue) }
                return XCTSkip("\(hook.name) failed", file: hook.location.file, line: hook.location.line)
            }
        }
        return nil
    }
}
