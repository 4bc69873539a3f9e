import MillraceHistory

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
    let expectation = "match the snapshot" + (name.map { " \"\($0)\"" } ?? "")
    let snapshot = snapshot(named: name)
    return .judging(expectation) { actual in
        switch (snapshot, actual) {
        case (.failure(let problem), _): Verdict(.fail, problem.description)
        case (.success(let snapshot), .success(let value?)): snapshot.judge(text?(value) ?? snapshotText(of: value))
        case (_, .success(nil)): Verdict(.fail, "got nil")
        case (_, .failure(let error)): Verdict(.fail, "it threw \(shown(error))")
        }
    }
}

private struct NoSnapshot: Error {
    let description: String
}

/// Returns the snapshot for the expectation that is being evaluated: that of the running example.
private func snapshot(named name: String?) -> Result<Snapshot, NoSnapshot> {
    guard case .running(let example) = SpecContext.current, let ledger = example.snapshots else {
        return .failure(NoSnapshot(description: "which only an example has. To fix: use it in a Spec's `it`"))
    }
    guard let snapshot = ledger.ask(for: example.sentence, name, beside: example.file) else {
        return .failure(NoSnapshot(description: "which another has already. To fix: give it a name of its own"))
    }
    return .success(snapshot)
}

private func snapshotText(of value: Any) -> String {
    guard let writer = value as? any TextOutputStreamable else { return Outline(value).text }
    var text = ""
    writer.write(to: &text)
    return text
}
