/// A report of the results of one spec, written as its examples end.
protocol Report: AnyObject {
    /// Called when an example begins.
    func willRun(_ sentence: String, at location: SourcePlace?)
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

extension RunSettings {
    /// Returns the requested reports for a spec that is about to run.
    ///
    /// - Parameters:
    ///   - specName: The class.
    ///   - suite: The test method with its class and module, which identifies it.
    func reports(on specName: String, suite: String) -> [any Report] {
        var reports: [any Report] = []
        if let junitFolder { reports.append(JUnitFile(folder: junitFolder, suite: suite)) }
        if printsTree { reports.append(TreeReport(specName)) }
        if only != nil { reports.append(SelectionReport.shared) }
        if slowest > 0 { reports.append(SlowestReport.shared) }
        return reports
    }
}
