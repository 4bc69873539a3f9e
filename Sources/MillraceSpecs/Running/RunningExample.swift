import Millrace

/// The running example, as `expect` sees it: somewhere to report to, from any thread, until the example is over.
package final class RunningExample: Sendable {
    /// The example's full sentence.
    package let sentence: String

    private let report: @Sendable (SpecIssue) -> Void
    private let isOver = Guarded(false)

    package init(sentence: String, report: @escaping @Sendable (SpecIssue) -> Void) {
        self.sentence = sentence
        self.report = report
    }

    /// Reports an issue under the example's name, and says whether it could: an example that is over takes no more.
    package func record(_ issue: SpecIssue) -> Bool {
        isOver.withLock { isOver in
            if !isOver { report(issue) }
            return !isOver
        }
    }

    /// From here on the example takes no issue.
    package func finish() {
        isOver.withLock { $0 = true }
    }
}
