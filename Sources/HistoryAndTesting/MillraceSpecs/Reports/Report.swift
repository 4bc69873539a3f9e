import MillraceBase

/// A report of the results of one spec, written as its examples end.
protocol Report: AnyObject {
    /// Called when an example begins.
    func willRun(_ sentence: String, at location: CallSite?)
    /// Called when that example has ended.
    func didRun(_ result: ExampleResult)
    /// Called when the spec is over.
    func didFinish()
}

/// The result of one example.
struct ExampleResult {
    enum Outcome {
        case passed
        case failed([SpecIssue])
        case skipped(String)
    }

    let specName: String
    /// The descriptions of its groups, outermost first, and its own.
    let descriptions: [String]
    let outcome: Outcome
    let seconds: Double

    var sentence: String { descriptions.joined(separator: ", ") }
}
