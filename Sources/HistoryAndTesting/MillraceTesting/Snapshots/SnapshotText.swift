import MillraceHistory

/// Returns a value as the text of its snapshot: its own description, or its parts.
package func snapshotText(of value: Any) -> String {
    guard let writer = value as? any TextOutputStreamable else { return Outline(value).text }
    var text = ""
    writer.write(to: &text)
    return text
}

/// Returns the expectation of a value that has a snapshot, after "expected to".
package func snapshotExpectation(_ name: String?) -> String {
    "match the snapshot" + (name.map { " \"\($0)\"" } ?? "")
}

/// The reason why there is no snapshot to compare with.
package struct NoSnapshot: Error {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Two values cannot share a file.
    package static var taken: NoSnapshot {
        NoSnapshot("which another has already. To fix: give it a name of its own")
    }
}
