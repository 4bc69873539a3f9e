import Foundation
import MillraceBase
import MillraceSignals
import MillraceTesting
import XCTest

/// The base class of specs: a test case whose test method *is* the spec.
///
/// Each `it` is a test case for XCTest: named by its full sentence, counted in the totals, with failures reported at
/// the line of the expectation. On Apple's platforms, where XCTest makes test cases only from methods, it is an
/// activity of the spec's one test, and its failures begin with its sentence.
///
///     final class CounterSpec: Spec {
///         func testSpec() {
///             describe("a counter") {
///                 var counter: Counter!
///                 beforeEach { counter = Counter() }
///
///                 it("starts at zero") { expect(counter.count).to(equal(0)) }
///
///                 context("when incremented") {
///                     beforeEach { counter.increment() }
///                     it("is one") { expect(counter.count).to(equal(1)) }
///                 }
///             }
///         }
///     }
///
/// XCTest finds a spec by its `test…` method, so every class needs one; `swift test --filter CounterSpec` runs this
/// one. The method only defines the examples; initialise their shared objects in `beforeEach`. XCTest's `setUp` and
/// `tearDown` run once around the definition, not around the examples.
///
/// If the subject belongs to the main actor, the method is `@MainActor func testSpec() async`, even if it awaits
/// nothing, and its closures then run on the main actor. (A synchronous `@MainActor` test method, or a `@MainActor`
/// class, ends the test process on Linux.)
///
/// Synchronous closures run on XCTest's thread, the main one, in either kind of spec. Asynchronous closures run in
/// their own isolation: on the main actor, or else on the concurrent executor; the next begins when the last has ended.
///
/// A focused example (`fit`, `fdescribe`, `fcontext`) disables every other example of its spec. With
/// `MILLRACE_FORBID_FOCUS=1` in the environment, as in continuous integration, each focus is a failure instead. Further
/// variables choose examples by their sentence, shuffle them, write reports and limit the time: see the guide, "Specs".
open class Spec: XCTestCase {
    private var definition: Definition?

    /// Collects the examples from the test method, then runs each. Called by XCTest.
    public final override func invokeTest() {
        #if !canImport(ObjectiveC) && !MILLRACE_APPLE_XCTEST
        if let shared = SharedRun.current { return shared.run(self) { runInVirtualTimes() } }
        #endif
        runInVirtualTimes()
    }

    private func runInVirtualTimes() { VirtualTimes.$current.withValue(VirtualTimes()) { runExamples() } }

    private func runExamples() {
        let definition = Definition()
        self.definition = definition
        SpecContext.$current.withValue(.defining(definition)) { super.invokeTest() }
        self.definition = nil
        if let testRun, testRun.skipCount > 0 { return }

        let specName = "\(type(of: self))"
        let method = testMethodName(in: name)
        let plan = Plan(definition, specName: specName, settings: .current)
        if let note = plan.note { print(note) }
        let reports = RunSettings.current.reports(
            on: specName,
            suite: "\(String(reflecting: type(of: self))).\(method)"
        )
        let snapshots = SnapshotLedger(of: method == "testSpec" ? specName : "\(specName).\(method)")
        let names = SpecSession.Names(spec: specName, wholeSpec: "\(specName).\(method)")
        SpecSession(plan, names, snapshots: snapshots, reports: reports, host: self).run()
    }

    #if canImport(ObjectiveC) || MILLRACE_APPLE_XCTEST

    /// The running example.
    private let activity = Locked<ExampleActivity?>(nil)

    /// Reports a failure under the name of the running example, or to the spec while it is being defined. Called by
    /// XCTest.
    public final override func record(_ issue: XCTIssue) {
        if let activity = activity.withLock({ $0 }) {
            super.record(activity.take(issue))
        } else if definition?.record(SpecIssue(issue)) != true {
            super.record(issue)
        }
    }

    #else

    /// The example that runs, for failures that XCTest reports to the spec, as those of `wait(for:timeout:)`, which
    /// come from a queue of XCTest's own.
    private let testCase = Locked<ExampleCase?>(nil)

    /// The sum of the examples' runs. Part of how a spec runs; not for use in specs.
    public final override var testRunClass: AnyClass? { SpecRun.self }

    /// Reports a failure to the running example, or to the spec while it is being defined. Called by XCTest.
    public final override func recordFailure(
        withDescription description: String,
        inFile filePath: String,
        atLine lineNumber: Int,
        expected: Bool
    ) {
        let issue = SpecIssue(description, file: filePath, line: lineNumber, kind: expected ? .expected : .thrown)
        if case .running(let example) = SpecContext.current, example.record(issue) { return }
        if let testCase = testCase.withLock({ $0 }) { return testCase.record(issue) }
        _ = definition?.record(issue)
    }

    #endif
}

extension Spec: ExampleHost {
    func run(_ sentence: String?, _ work: @escaping ExampleWork) -> (outcome: ExampleResult.Outcome, seconds: Double) {
        #if canImport(ObjectiveC) || MILLRACE_APPLE_XCTEST
        let activity = ExampleActivity(sentence)
        self.activity.withLock { $0 = activity }
        defer { self.activity.withLock { $0 = nil } }
        let reporter = Reporter(spec: self)
        let start = ContinuousClock.now
        let skip = activity.run(work) { reporter.spec.record(XCTIssue($0)) }
        let duration = ContinuousClock.now - start
        return (ExampleResult.Outcome(activity.issues, skip), duration / .seconds(1))
        #else
        let testCase = ExampleCase(title: sentence.map { "\(type(of: self)).\($0)" } ?? name, work: work)
        self.testCase.withLock { $0 = testCase }
        defer { self.testCase.withLock { $0 = nil } }
        testCase.run()
        if let run = testCase.testRun { (testRun as? SpecRun)?.add(run) }
        let outcome = ExampleResult.Outcome(testCase.issues, testCase.skip)
        return (outcome, testCase.testRun?.totalDuration ?? 0)
        #endif
    }
}

#if canImport(ObjectiveC) || MILLRACE_APPLE_XCTEST
/// Lets any thread report to the spec.
///
/// Unchecked because XCTest's cases are not Sendable. It is safe: other threads only record issues, which XCTest takes
/// from any thread, and never once the example is over (`RunningExample` ensures this).
private struct Reporter: @unchecked Sendable {
    let spec: Spec
}
#endif
