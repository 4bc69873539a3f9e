import MillraceBase

#if canImport(ObjectiveC) || MILLRACE_APPLE_XCTEST
import MillraceSignals
import XCTest

/// An example on Apple's platforms: an activity within the spec's test, which has its failures.
///
/// There, only XCTest itself makes test cases, from methods, so examples cannot be test cases of their own.
final class ExampleActivity: Sendable {
    private let sentence: String?
    private let noted = Locked<[SpecIssue]>([])

    /// - Parameter sentence: The example's full sentence; nil for issues of the spec as a whole.
    init(_ sentence: String?) {
        self.sentence = sentence
    }

    /// The reported issues, in order.
    var issues: [SpecIssue] { noted.withLock { $0 } }

    /// Notes an issue, from any thread, and returns it as XCTest should show it: with the example's sentence.
    func take(_ issue: XCTIssue) -> XCTIssue {
        noted.withLock { $0.append(SpecIssue(issue)) }
        var named = issue
        if let sentence { named.compactDescription = "\(sentence): \(issue.compactDescription)" }
        return named
    }

    /// Runs `work` as an activity with that name. Must be called on the main thread, on which XCTest invokes tests, and
    /// never for an asynchronous test, in which XCTest has no activity to add to.
    ///
    /// - Parameter report: Receives the failures of the work, from any thread.
    /// - Returns: The skip that was thrown, if any.
    func run(_ work: @escaping ExampleWork, reportingTo report: @escaping @Sendable (SpecIssue) -> Void) -> XCTSkip? {
        let work = MainThreadWork(run: work)
        return MainActor.assumeIsolated {
            XCTContext.runActivity(named: sentence ?? "The spec") { _ in
                let skip = work.run(report)
                if let skip { XCTContext.runActivity(named: "Skipped: \(skip.message ?? "no reason given")") { _ in } }
                return skip
            }
        }
    }
}

/// Hands the work of an example to the main actor.
///
/// Unchecked because closures of specs are not Sendable. It is safe: the caller is on the main thread already, as
/// `assumeIsolated` checks, and waits for the work.
private struct MainThreadWork: @unchecked Sendable {
    let run: ExampleWork
}

extension SpecIssue {
    /// Creates an issue from one that XCTest reports.
    init(_ issue: XCTIssue) {
        let location = issue.sourceCodeContext.location
        self.init(
            issue.compactDescription,
            file: location?.fileURL.path ?? "<unknown>",
            line: location?.lineNumber ?? 0,
            kind: [.thrownError, .uncaughtException].contains(issue.type) ? .thrown : .expected
        )
    }
}

extension XCTIssue {
    /// Creates an issue for XCTest to show at its location in the sources, if it has one.
    init(_ issue: SpecIssue) {
        let location = issue.line > 0 ? XCTSourceCodeLocation(filePath: issue.file, lineNumber: issue.line) : nil
        self.init(
            type: issue.kind == .thrown ? .thrownError : .assertionFailure,
            compactDescription: issue.message,
            sourceCodeContext: XCTSourceCodeContext(location: location)
        )
    }
}
#endif
