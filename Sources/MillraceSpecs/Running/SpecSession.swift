import XCTest

/// The run of what a spec has planned, example after example, with the hooks of the suite before and after.
final class SpecSession {
    /// What the session calls the spec.
    struct Names {
        /// The class.
        let spec: String
        /// The spec as a whole, where something is wrong with it: the class and the test method.
        let wholeSpec: String
    }

    private let names: Names
    private let plan: Plan
    private let snapshots: SnapshotLedger
    private let reports: [any Report]
    private let host: any ExampleHost
    /// Which examples are first and last to run, pending ones apart.
    private let ends: (first: Int, last: Int)?
    /// Why examples cannot run, once a `beforeSuite` threw.
    private var obstacle: XCTSkip?
    /// The sentences of those that failed or were skipped.
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

    /// Runs each example, and before and after them reports what is wrong with the spec as a whole.
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
        at location: SourcePlace?,
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

    /// Runs hooks of the suite, within the example that comes first or last, until one throws, and returns why examples
    /// cannot run then.
    private func pass(_ hooks: [SuiteHook], _ running: RunningExample) -> XCTSkip? {
        for hook in hooks {
            do {
                try hook.body.run(())
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
