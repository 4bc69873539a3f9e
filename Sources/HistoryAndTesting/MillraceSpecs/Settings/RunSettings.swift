import Foundation
import MillraceBase
import MillraceSignals

/// The settings of a run, from the environment, besides those of its snapshots. SwiftPM passes nothing else on to tests.
struct RunSettings: Sendable {
    /// `MILLRACE_ONLY`: a part of the sentences of the examples to run.
    var only: String?
    /// `MILLRACE_ORDER=random`: the examples of each spec run in an order determined by ``Seed/current``.
    var isShuffled = false
    /// `MILLRACE_FORBID_FOCUS=1`: a focused example is a failure.
    var forbidsFocus = false
    /// `MILLRACE_TIME_LIMIT`: the longest time that an example may run, in seconds.
    var timeLimit: Double?
    /// `MILLRACE_JUNIT`: the folder for the results, one file per spec.
    var junitFolder: String?
    /// `MILLRACE_REPORT=documentation`: each spec prints its tree when it is over.
    var printsTree = false
    /// `MILLRACE_SLOWEST`: the number of the slowest examples to list at the end.
    var slowest = 0

    /// `MILLRACE_PROCESSES=2`: two processes share the run, unless something of all examples is printed at its end.
    var isShared = false

    /// The settings of this process.
    static let current = RunSettings(ProcessInfo.processInfo.environment)

    init(_ environment: [String: String]) {
        func text(_ name: String) -> String? {
            guard let text = environment["MILLRACE_\(name)"], !text.isEmpty else { return nil }
            return text
        }
        func isOn(_ text: String?) -> Bool { !["", "0", "false"].contains(text ?? "") }
        func refuse(_ name: String, _ remedy: String) -> Never {
            stop("MILLRACE_\(name): is '\(text(name) ?? "")'. To fix: set it to \(remedy), or not at all.")
        }

        only = text("ONLY")
        junitFolder = text("JUNIT")
        forbidsFocus = isOn(text("FORBID_FOCUS"))
        switch text("ORDER") {
        case nil, "defined": break
        case "random": isShuffled = true
        default: refuse("ORDER", "random or defined")
        }
        switch text("REPORT") {
        case nil: break
        case "documentation": printsTree = true
        default: refuse("REPORT", "documentation")
        }
        if let limit = text("TIME_LIMIT") {
            guard let seconds = Double(limit), seconds > 0 else { refuse("TIME_LIMIT", "a number of seconds") }
            timeLimit = seconds
        }
        if let count = text("SLOWEST") {
            guard let count = Int(count), count >= 0 else { refuse("SLOWEST", "a number of examples") }
            slowest = count
        }
        switch text("PROCESSES") {
        case nil, "1": break
        case "2": isShared = only == nil && slowest == 0
        default: refuse("PROCESSES", "1 or 2")
        }
    }
}
