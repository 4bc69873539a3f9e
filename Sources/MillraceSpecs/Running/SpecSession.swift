import XCTest

/// The run of what a spec has planned, example after example, with the hooks of the suite before and after.
final class SpecSession {
    private let name: String
    private let plan: Plan
    private let snapshots: SnapshotLedger
    private let reports: [any Report]
    /// Gets each test case when it is over.
    private let finished: (ExampleCase) -> Void
    /// Which examples are first and last to run, pending ones apart.
    private let ends: (first: Int, last: Int)?
    /// Why examples cannot run, once a `beforeSuite` threw.
    private var obstacle: XCTSkip?
    /// The sentences of those that failed or were skipped.
    private var unfinished: [String] = []

    init(
        _ plan: Plan,
        name: String,
        snapshots: SnapshotLedger,
        reports: [any Report],
        _ finished: @escaping (ExampleCase) -> Void
    ) {
        self.name = name
        self.plan = plan
        self.snapshots = snapshots
        self.reports = reports
        self.finished = finished
        let running = plan.examples.indices.filter { !plan.examples[$0].isPending }
        ends = running.first.map { ($0, running[running.count - 1]) }
    }

    /// Runs each example as a test case of its own; before and after them one of the spec's own, where something is
    /// wrong with it.
    ///
    /// - Parameters:
    ///   - specCase: The name of those.
    ///   - willRun: Gets each example that is about to run.
    func run(specCase: String, _ willRun: @escaping (RunningExample) -> Void) {
        report(plan.issues, as: specCase)
        for (index, example) in plan.examples.enumerated() {
            let testCase = testCase(for: example, index, willRun)
            run(testCase, example.descriptions, at: example.location)
            if !testCase.issues.isEmpty || testCase.skip != nil { unfinished.append(example.sentence) }
        }
        report(staleSnapshots(), as: specCase)
        reports.forEach { $0.didFinish() }
    }

    private func report(_ issues: [SpecIssue], as specCase: String) {
        if issues.isEmpty { return }
        let testCase = ExampleCase(title: specCase) { testCase in
            issues.forEach(testCase.record)
            return nil
        }
        run(testCase, [specCase], at: nil)
    }

    private func staleSnapshots() -> [SpecIssue] {
        let sources = Set((plan.examples + plan.leftOut).map { "\($0.location.file)" })
        return snapshots.settle(beside: sources) { plan.leftOut.map(\.sentence) + unfinished }
    }

    private func run(_ testCase: ExampleCase, _ descriptions: [String], at location: SourcePlace?) {
        if reports.isEmpty {
            testCase.run()
        } else {
            let sentence = descriptions.joined(separator: ", ")
            reports.forEach { $0.willRun(sentence, at: location) }
            testCase.run()
            let result = ExampleResult(
                specName: name,
                descriptions: descriptions,
                outcome: testCase.outcome,
                seconds: testCase.testRun?.totalDuration ?? 0
            )
            reports.forEach { $0.didRun(result) }
        }
        finished(testCase)
    }

    private func testCase(
        for example: Example,
        _ index: Int,
        _ willRun: @escaping (RunningExample) -> Void
    ) -> ExampleCase {
        let sentence = example.sentence
        let title = "\(name).\(sentence)"
        if example.isPending {
            let location = example.location
            return ExampleCase(title: title) { _ in XCTSkip("pending", file: location.file, line: location.line) }
        }
        let metadata = ExampleMetadata(
            name: sentence,
            index: index,
            file: "\(example.location.file)",
            line: Int(example.location.line)
        )
        return ExampleCase(title: title, running: metadata, snapshots) { running in
            willRun(running)
            let run = ExampleRun(example, metadata, reportingTo: running)
            let limit = RunSettings.current.timeLimit.map { TimeLimit(seconds: $0, for: running, at: example.location) }
            defer { limit?.lift() }
            if index == self.ends?.first { self.obstacle = self.pass(self.plan.suite.before, running) }
            let skip = self.obstacle ?? run.run()
            if index == self.ends?.last { self.plan.suite.after.forEach { _ = self.pass([$0], running) } }
            return skip
        }
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

extension ExampleCase {
    fileprivate var outcome: ExampleResult.Outcome {
        if !issues.isEmpty { return .failed(issues) }
        return skip.map { .skipped($0.message ?? "") } ?? .passed
    }
}
