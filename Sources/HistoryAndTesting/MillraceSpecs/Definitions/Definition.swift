import Foundation

/// Collects the groups, hooks and examples of one spec while its test method runs.
///
/// Unchecked because it holds closures, which are not Sendable. It is safe: every access goes through the lock, and the
/// closures are called only after the test method has returned, one at a time, by the thread that runs the spec.
package final class Definition: @unchecked Sendable {
    private let lock = NSLock()
    /// The open groups: the last is the one whose closure runs, the first is the spec itself.
    private var open = [Group()]
    private var suite = SuiteHooks()
    private var issues: [SpecIssue] = []
    private var isFinished = false

    package init() {}

    /// Whether the test method still runs, so that keywords may add to the spec.
    var isOpen: Bool { lock.withLock { !isFinished } }

    func enter(_ group: Group) {
        lock.withLock { open.append(group) }
    }

    func leave() {
        lock.withLock {
            let group = open.removeLast()
            open[open.count - 1].children.append(.group(group))
        }
    }

    /// Changes the group whose closure runs.
    func change(_ change: (inout Group) -> Void) {
        lock.withLock { change(&open[open.count - 1]) }
    }

    func changeSuite(_ change: (inout SuiteHooks) -> Void) {
        lock.withLock { change(&suite) }
    }

    /// The shared examples that are visible here: those of the group whose closure runs and of the groups around it.
    var sharedExamples: [String: SharedExamples] {
        lock.withLock { open.reduce(into: [:]) { $0.merge($1.sharedExamples) { outer, _ in outer } } }
    }

    /// Adds an issue of the spec as a whole. Returns false if the test method has ended.
    func record(_ issue: SpecIssue) -> Bool {
        lock.withLock {
            if !isFinished { issues.append(issue) }
            return !isFinished
        }
    }

    /// Returns the spec as it was defined, and the issues.
    func finish() -> (root: Group, suite: SuiteHooks, issues: [SpecIssue]) {
        lock.withLock {
            isFinished = true
            return (open[0], suite, issues)
        }
    }
}
