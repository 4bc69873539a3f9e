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
        if only != nil || slowest > 0 { reports.append(EndReport.shared) }
        return reports
    }
}
