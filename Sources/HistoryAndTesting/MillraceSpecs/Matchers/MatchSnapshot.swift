import MillraceTesting

/// Matches a value whose text is equal to the recorded one: `expect(screen.canvas).to(matchSnapshot())`.
///
/// The text is in a file beside the spec, `__Snapshots__/<spec>/<example>.txt` or `<example>.<name>.txt`. If there is
/// none, the text is recorded and matches; if it differs, the message shows the lines that do. With `MILLRACE_RECORD=1`
/// in the environment, a text that differs is recorded too. If `CI` or `MILLRACE_FORBID_RECORDING` is set, nothing is
/// recorded, and a missing text fails `to` and `toNot`. So do a thrown error and nil.
///
/// A string is its own text. A `TextOutputStreamable` value, such as the canvas of `MillraceTerminal`, writes its text
/// itself. Any other value is taken apart: properties that are nil are left out, dictionaries and sets sorted. For use
/// with `to`.
///
/// - Parameters:
///   - name: A name that distinguishes this snapshot from others of the example. At most one of them may have no name.
///   - text: Returns another text for the value. It should be the same for the same value in every process.
public func matchSnapshot<Value>(
    _ name: String? = nil,
    as text: ((Value) -> String)? = nil
) -> Matcher<Value> {
    let snapshot = XCTestReporter.snapshot(named: name) ?? .failure(onlyInExamples)
    return .judging(snapshotExpectation(name)) { actual in
        switch (snapshot, actual) {
        case (.failure(let problem), _): Verdict(.fail, problem.description)
        case (.success(let snapshot), .success(let value?)):
            Verdict(snapshot.judge(text?(value) ?? snapshotText(of: value)))
        case (_, .success(nil)): Verdict(.fail, "got nil")
        case (_, .failure(let error)): Verdict(.fail, "it threw \(shown(error))")
        }
    }
}

private let onlyInExamples = NoSnapshot(
    "which only an example has. To fix: use it in a Spec's `it`, or expectSnapshot elsewhere"
)

extension Verdict {
    fileprivate init(_ judgement: Snapshot.Judgement) {
        switch judgement {
        case .same(let finding): self.init(.match, finding)
        case .different(let finding): self.init(.noMatch, finding)
        case .impossible(let finding): self.init(.fail, finding)
        }
    }
}
