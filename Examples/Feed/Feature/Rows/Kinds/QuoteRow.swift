import MillraceHTML
import MillraceTerminal

/// A post within the one that quotes it.
struct QuoteRow: Hashable, Sendable {
    let header: HeaderRow
    /// Nil if there is none.
    let warning: WarningRow?
    /// What it says; empty behind a warning.
    let text: RichText
    /// What else is in it: "2 images, a poll".
    let rest: String?

    init(_ content: PostContent, _ setting: RecipeSetting) {
        header = HeaderRow(content, setting)
        warning = content.warning.map { WarningRow(text: $0, isOpen: false) }
        text = warning == nil ? RichText(html: content.html) : RichText()
        let count = content.attachments.count
        let rest = [
            count == 0 ? nil : count == 1 ? "an attachment" : "\(count) attachments",
            content.poll == nil ? nil : "a poll", content.isQuoting ? "a quoted post" : nil,
        ].compactMap { $0 }.joined(separator: ", ")
        self.rest = rest.isEmpty ? nil : rest
    }
}

extension QuoteRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        let rest = rest.map { NoteRow(text: "(\($0))").drawing } ?? []
        let parts = header.drawing + (warning?.drawing ?? []) + text.paragraphs.map(\.drawing) + rest
        return parts.map(\.behindBar)
    }
}

extension Quote {
    /// Why the post is not shown; nil if it is.
    var reason: String? {
        switch state {
        case .known(.accepted), .other: post == nil ? "The quoted post is not known." : nil
        case .known(.pending): "The quoted post is shown when its author has agreed."
        case .known(.rejected): "The author of the quoted post has not agreed."
        case .known(.revoked): "The author of the quoted post no longer agrees."
        case .known(.deleted): "The quoted post was deleted."
        case .known(.unauthorized): "You may not see the quoted post."
        case .known(.blockedAccount): "The quoted post is by somebody whom you have blocked."
        case .known(.blockedDomain): "The quoted post is from a server that you have blocked."
        case .known(.mutedAccount): "The quoted post is by somebody whom you have muted."
        }
    }
}
