import MillraceSignals

/// Matches a value whose text is the one that was recorded: `expect(screen.canvas).to(matchSnapshot())`.
///
/// The text stands beside the spec, in `__Snapshots__/<spec>/<example>.txt`, or `<example>.<name>.txt`. Where it is not
/// there it is recorded, and matches, and where it differs the message shows the lines that do. With
/// `MILLRACE_RECORD=1` in the environment what differs is recorded too. Where `CI` or `MILLRACE_FORBID_RECORDING` is
/// set nothing is recorded, and a text that is not there fails both ways. So does a thrown error, and nil.
///
/// A string is its own text. A value that is `TextOutputStreamable`, such as the canvas of `MillraceTerminal`, writes its
/// text itself, and any other is taken apart: properties that are nil are left out, dictionaries and sets sorted. For use
/// with `to`.
///
/// - Parameters:
///   - name: What tells this snapshot from the others of the example. An example has one without a name at most.
///   - text: The text, where it is to be another. It should be the same for the same value in every process.
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

/// The snapshot for an expectation that is being made: that of the running example.
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
