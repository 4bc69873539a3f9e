import Foundation
import MillraceSpecs

/// A small spec that is run in a process of its own, where it may fail, skip and trap, and is judged by what it prints.
///
/// Its host, as a rule `SpecRunSpec`, defines it in place of its own examples when the environment asks for it.
struct Fixture: Sendable {
    let name: String
    let host: String
    let define: @Sendable () throws -> Void

    init(_ name: String, host: String = "SpecRunSpec", define: @escaping @Sendable () throws -> Void) {
        self.name = name
        self.host = host
        self.define = define
    }

    static let variable = "MILLRACE_FIXTURE"

    /// The name of the fixture that this process is to run, if it was started for one.
    static var requested: String? { ProcessInfo.processInfo.environment[variable] }

    /// Defines the fixture that this process was started for, and says whether there was one.
    static func defineRequested() throws -> Bool {
        guard let requested else { return false }
        guard let fixture = all.first(where: { $0.name == requested }) else {
            fail("no fixture is called \(requested)")
            return true
        }
        try fixture.define()
        return true
    }

    static let all = [
        passing, failing, throwing, threads, outliving, trapping,
        hooks, asynchronousHooks, throwingBefore, throwingAfter, skippingBefore,
        focused, pendingFocus, skipped,
        misplaced, late, empty, emptyGroup, throwingDefinition, failingDefinition, skippingDefinition,
        fixtureLifetime, seed,
        around, wrongAround, justBefore, metadata, stopping, suite, failingSuite, pendingSuite, state, earlyState,
        throwingState,
        sharing, wrongSharing, tree, escapes, many, hanging, hangingLater, slow, countless, countlessLater,
        picturing, picturingLess, wrongPicture,
        unfinished,
        shared, sharedFailing, sharedTrapping,
    ]
}

/// Prints what a fixture has to tell to the process that started it.
func say(_ words: String) {
    print("> \(words)")
}
