import MillraceBase
import MillraceTesting
import Testing
import XCTest

/// Reports failures of specs, of plain test cases and of Swift Testing's tests.
///
/// `MillraceTesting` finds it by its name. A failure belongs to the running example, to the spec that is being defined,
/// to the running test of Swift Testing, or, on a thread that none of them reaches (a dispatch queue, a detached task),
/// to the test case that XCTest runs at that moment.
final class XCTestReporter: SnapshotReporter {
    static func record(_ message: String, at place: CallSite) {
        let issue = SpecIssue(message, at: place)
        switch SpecContext.current {
        case .running(let example) where example.record(issue): return
        case .defining(let definition) where definition.record(issue): return
        case .running(let example):
            XCTFail("\(message) (in '\(example.sentence)', after it was over)", file: place.file, line: place.line)
        case nil where Test.current != nil: recordIssue(message, at: place)
        case .defining, nil: XCTFail(message, file: place.file, line: place.line)
        }
    }

    static func checkAtEnd(for owner: AnyObject, _ check: @escaping () -> Void) -> Bool {
        guard case .running(let example) = SpecContext.current else { return false }
        example.atEnd(for: owner, check)
        return true
    }

    static func cancelCheckAtEnd(for owner: AnyObject) -> Bool {
        guard case .running(let example) = SpecContext.current else { return false }
        example.cancelCheck(for: owner)
        return true
    }

    static func snapshot(named name: String?) -> Result<Snapshot, NoSnapshot>? {
        guard case .running(let example) = SpecContext.current, let ledger = example.snapshots else { return nil }
        return ledger.ask(for: example.sentence, name, beside: example.file).map { .success($0) } ?? .failure(.taken)
    }
}
