import XCTest

/// One example with all that it inherits from the groups around it, ready to run.
struct Example {
    /// The descriptions of its groups and its own: "toggling a filter, when it was off, shows only what matches".
    let sentence: String
    let location: SourcePlace
    let marks: Marks
    /// The hooks of the groups around it, outermost first.
    let levels: [Hooks]
    let body: Body

    var isPending: Bool { marks.contains(.pending) }
    var isFocused: Bool { marks.contains(.focused) }

    /// Runs the hooks and the body, and returns the skip that one of them threw, if any.
    ///
    /// `beforeEach` goes from the outermost group inwards, `afterEach` from the innermost outwards. After a
    /// `beforeEach` that threw nothing deeper runs; the `afterEach` of every group that was entered runs in any case.
    func run(reportingTo running: RunningExample) -> XCTSkip? {
        var skip: XCTSkip?

        func succeeds(_ body: Body, _ name: String?, at location: SourcePlace) -> Bool {
            do {
                try body.run()
                return true
            } catch let thrown as XCTSkip {
                skip = skip ?? thrown
            } catch {
                guard !hasBeenReported(error) else { return false }
                let subject = name.map { "\($0) " } ?? ""
                _ = running.record(SpecIssue("\(subject)threw error \"\(error)\"", at: location, kind: .thrown))
            }
            return false
        }

        var entered = 0
        let isReady = levels.allSatisfy { level in
            entered += 1
            return level.before.allSatisfy { succeeds($0.body, $0.name, at: $0.location) }
        }
        if isReady { _ = succeeds(body, nil, at: location) }
        for level in levels.prefix(entered).reversed() {
            for hook in level.after { _ = succeeds(hook.body, hook.name, at: hook.location) }
        }
        return skip
    }

    /// `XCTUnwrap` reports by itself and then throws an error that XCTest keeps to itself.
    private func hasBeenReported(_ error: any Error) -> Bool {
        String(reflecting: type(of: error)).hasPrefix("XCTest.")
    }
}
