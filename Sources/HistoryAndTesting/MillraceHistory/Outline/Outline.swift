/// The structure of a value as a readable text, which is the same for the same value in every process.
///
/// ```text
/// ListModel<ListRow>
///   title: "Filters"
///   sections: [
///     ListSection<ListRow>
///       id: "author"
///       rows: [
///         ListRow
///           id: "kim"
///           title: "A. Kim"
///           accessory: .count(12)
///           …
///       ]
///   ]
/// ```
///
/// All modules print values with this; `valueText(_:)` is its short form, for messages. A part that fits is on one
/// line. See `init(_:)` for how a value is taken apart.
package indirect enum Outline {
    case leaf(String)
    /// A string with several lines.
    case text([String])
    /// Parts with a head, such as a type's name, or brackets.
    case parts(head: String, brackets: (opening: String, closing: String), [(label: String?, content: Outline)])

    /// The text. O(n · d) for n parts, d deep.
    package var text: String { lines(room: 100).joined(separator: "\n") }

    /// The outline on one line; nil if it contains a string with several lines.
    package var line: String? {
        switch self {
        case .leaf(let text): return text
        case .text: return nil
        case .parts(let head, let brackets, let parts):
            var texts: [String] = []
            for (label, content) in parts {
                guard let line = content.line else { return nil }
                texts.append(labelled(line, label))
            }
            return head + brackets.opening + texts.joined(separator: ", ") + brackets.closing
        }
    }

    /// - Parameters:
    ///   - room: The maximum number of characters per line, if possible.
    ///   - label: The label of the whole.
    private func lines(room: Int, label: String? = nil) -> [String] {
        if let line = line.map({ labelled($0, label) }), line.count <= room { return [line] }
        switch self {
        case .leaf(let text): return [labelled(text, label)]
        case .text(let lines): return [labelled("\"\"\"", label)] + lines + ["\"\"\""]
        case .parts(let head, let brackets, let parts):
            let inside = parts.flatMap { $0.content.lines(room: room - 2, label: $0.label) }
                .map { $0.isEmpty ? "" : "  \($0)" }
            let isNamed = !head.isEmpty
            return [labelled(isNamed ? head : brackets.opening, label)] + inside + (isNamed ? [] : [brackets.closing])
        }
    }

    private func labelled(_ text: String, _ label: String?) -> String { label.map { "\($0): \(text)" } ?? text }
}
