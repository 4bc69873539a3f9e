import MillraceTerminal

/// A picture.
struct ImageRow: Hashable, Sendable {
    /// What is to be seen; nil where its author does not say.
    let description: String?
    let size: Attachment.Size?
    let isAnimated: Bool
}

extension ImageRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        let kind = isAnimated ? "Moving image" : "Image"
        let size = size.map { " (\($0.width) × \($0.height))" } ?? ""
        return TerminalParagraph(
            [
                TerminalSpan(description.map { "\(kind): \($0)" } ?? "\(kind) without a description"),
                TerminalSpan(size, .dim),
            ],
            first: "▣ "
        ).lines(columns: columns)
    }
}
