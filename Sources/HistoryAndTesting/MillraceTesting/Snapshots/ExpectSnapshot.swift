import Foundation
import MillraceBase
import MillraceSignals
internal import Testing

/// Fails the running test unless the text of a value is equal to the recorded one.
///
/// ~~~swift
/// @Test func aRoomIsShown() {
///     expectSnapshot(of: screen.canvas)
///     expectSnapshot(of: screen.rows, named: "titles") { $0.map(\.title).joined(separator: "\n") }
/// }
/// ~~~
///
/// The text is in a file beside the test, `__Snapshots__/<suite>/<test>.txt` or `<test>.<name>.txt`: for the test above
/// `a-room-is-shown.txt`. If there is none, the text is recorded, and nothing fails; if it differs, the message shows
/// the lines that do. With `MILLRACE_RECORD=1` in the environment, a text that differs is recorded too. If `CI` or
/// `MILLRACE_FORBID_RECORDING` is set, nothing is recorded, and a missing text fails.
///
/// A string is its own text. A `TextOutputStreamable` value, such as the canvas of `MillraceTerminal`, writes its text
/// itself. Any other value is taken apart: properties that are nil are left out, dictionaries and sets sorted.
///
/// The suite is the type of the test, or the test's file where it belongs to none. In an example of a `Spec` the files
/// are those of `matchSnapshot`. Files that no test asks for any more are found for specs alone.
///
/// - Parameters:
///   - value: The value.
///   - name: A name that distinguishes this snapshot from others of the test, such as those of other arguments. At most
///     one of them may have no name.
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - function: Names the test where Swift Testing does not run it.
///   - text: Returns another text for the value. It should be the same for the same value in every process.
public func expectSnapshot<Value>(
    of value: Value,
    named name: String? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    function: StaticString = #function,
    as text: ((Value) -> String)? = nil
) {
    let place = CallSite(file, line)
    let text = text?(value) ?? snapshotText(of: value)
    let ofExample = (testReporter as? any SnapshotReporter.Type)?.snapshot(named: name)
    switch ofExample ?? testSnapshot(of: text, named: name, at: place, "\(function)") {
    case .success(let snapshot): compare(text, with: snapshot, named: name, at: place)
    case .failure(let problem): fail(name, problem.description, at: place)
    }
}

/// Fails the running test unless a text is equal to a recorded one.
package func compare(_ text: String, with snapshot: Snapshot, named name: String? = nil, at place: CallSite) {
    switch snapshot.judge(text) {
    case .same: break
    case .different(let finding), .impossible(let finding): fail(name, finding, at: place)
    }
}

private func fail(_ name: String?, _ finding: String, at place: CallSite) {
    record("expected to \(snapshotExpectation(name)), \(finding)", at: place)
}

/// The texts for which files were asked in this process, by path. A test may be repeated, with the same text.
private let askedTexts = Locked<[String: String]>([:])

/// Returns the snapshot of the running test of Swift Testing, or of a test that a function is.
package func testSnapshot(
    of text: String,
    named name: String?,
    at place: CallSite,
    _ function: String,
    settings: SnapshotSettings = .current
) -> Result<Snapshot, NoSnapshot> {
    let source = "\(place.file)"
    let (suite, test) = namesOfTest(in: source, function)
    let folder = SnapshotFolder(of: suite, settings: settings)
    let file = folder.file(for: test, name, beside: source)
    let isFree = askedTexts.withLock { asked in
        defer { if asked[file.path] == nil { asked[file.path] = text } }
        return asked[file.path].map { $0 == text } ?? true
    }
    return isFree ? .success(Snapshot(file: file, settings: settings)) : .failure(.taken)
}

private func namesOfTest(in source: String, _ function: String) -> (suite: String, test: String) {
    let file = URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent
    guard let test = Test.current else { return (file, words(ofFunction: function)) }
    let types = test.id.nameComponents.dropLast()
    return (
        types.isEmpty ? file : types.joined(separator: "."),
        test.displayName ?? words(ofFunction: test.name)
    )
}
