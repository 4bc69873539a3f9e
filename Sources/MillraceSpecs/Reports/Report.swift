/// What writes down the results of one spec as its examples end.
protocol Report: AnyObject {
    /// An example begins.
    func willRun(_ sentence: String, at location: SourcePlace?)
    /// The example that began has ended.
    func didRun(_ result: ExampleResult)
    /// The spec is over.
    func didFinish()
}

/// What came of one example.
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
    /// The reports that were asked for, for a spec that is about to run.
    ///
    /// - Parameters:
    ///   - specName: The class.
    ///   - suite: The test method with its class and module: what tells it from all others.
    func reports(on specName: String, suite: String) -> [any Report] {
        var reports: [any Report] = []
        if let junitFolder { reports.append(JUnitFile(folder: junitFolder, suite: suite)) }
        if printsTree { reports.append(TreeReport(specName)) }
        if only != nil { reports.append(SelectionReport.shared) }
        if slowest > 0 { reports.append(SlowestReport.shared) }
        return reports
    }
}
