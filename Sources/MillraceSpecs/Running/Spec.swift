import Foundation
import Millrace
import XCTest

/// The base class of specs: a test case whose test method *is* the spec.
///
/// Each `it` is a test case of its own for XCTest: named by its full sentence, counted in the totals, its failures
/// reported where the expectation stands.
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
/// XCTest finds a spec by its `test…` method, so every class needs one of its own; `swift test --filter CounterSpec`
/// runs this one. The method only defines: what it captures is made anew in `beforeEach`. XCTest's `setUp` and
/// `tearDown` run once around the definition, not around the examples.
///
/// Where the subject belongs to the main actor the method is `@MainActor func testSpec() async`, also when it awaits
/// nothing, and its closures then run on the main actor. (A synchronous `@MainActor` test method, or a `@MainActor`
/// class, ends the test process on Linux.)
///
/// Synchronous closures run on XCTest's thread, the main one, in either kind of spec. Asynchronous closures run where
/// they are isolated: on the main actor, or else on the concurrent executor; the next begins when the last has ended.
///
/// A focused example (`fit`, `fdescribe`, `fcontext`) silences every other example of its spec. With
/// `MILLRACE_FORBID_FOCUS=1` in the environment, as in a continuous integration, each focus is a failure instead.
/// Further variables choose examples by their sentence, shuffle them, write reports and limit the time: see the guide,
/// "Specs".
open class Spec: XCTestCase {
    private var definition: Definition?
    /// For failures that XCTest reports from a queue of its own, as those of `wait(for:timeout:)`.
    private let running = Locked<RunningExample?>(nil)

    /// The sum of the examples' runs. Part of how a spec runs; not for use in specs.
    public final override var testRunClass: AnyClass? { SpecRun.self }

    /// Collects the examples from the test method, then runs each as a test case. Called by XCTest.
    public final override func invokeTest() {
        let definition = Definition()
        self.definition = definition
        SpecContext.$current.withValue(.defining(definition)) { super.invokeTest() }
        self.definition = nil
        if testRun?.hasBeenSkipped == true { return }

        let specName = "\(type(of: self))"
        let plan = Plan(definition, specName: specName, settings: .current)
        if let note = plan.note { print(note) }
        let reports = RunSettings.current.reports(
            on: specName,
            suite: "\(String(reflecting: type(of: self))).\(method)"
        )
        let folder = method == "testSpec" ? specName : "\(specName).\(method)"
        let session = SpecSession(plan, name: specName, snapshots: SnapshotLedger(folder), reports: reports, add)
        session.run(specCase: name) { [running] example in running.withLock { $0 = example } }
    }

    /// Reports a failure to the running example, or while the spec is being defined to the spec. Called by XCTest.
    public final override func recordFailure(
        withDescription description: String,
        inFile filePath: String,
        atLine lineNumber: Int,
        expected: Bool
    ) {
        let issue = SpecIssue(description, file: filePath, line: lineNumber, kind: expected ? .expected : .thrown)
        if case .running(let example) = SpecContext.current, example.record(issue) { return }
        if let example = running.withLock({ $0 }), example.record(issue) { return }
        _ = definition?.record(issue)
    }

    /// The test method: what follows the class in XCTest's name.
    private var method: Substring { name.split(separator: ".").last ?? "" }

    private func add(_ testCase: ExampleCase) {
        if let outcome = testCase.testRun { (testRun as? SpecRun)?.add(outcome) }
    }
}
