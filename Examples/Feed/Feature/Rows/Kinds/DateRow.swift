import MillraceTerminal

/// When a post was written, where its author is known anyway: in a profile.
struct DateRow: Hashable, Sendable {
    let time: String
    /// For whom it is; nil where it is for all.
    let audience: String?
    let isEdited: Bool
}

extension DateRow {
    init(_ content: PostContent, _ setting: RecipeSetting) {
        (time, audience, isEdited) = (setting.time(content.created), content.visibility.audience, content.edited != nil)
    }
}

extension DateRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        QuietLine(text: [time, audience, isEdited ? "edited" : nil].facts).lines(columns: columns)
    }
}
