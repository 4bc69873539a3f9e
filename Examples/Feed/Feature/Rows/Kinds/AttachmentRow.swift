import MillraceTerminal

/// A picture, a video, a sound, or something of which nobody here knows how to show it.
struct AttachmentRow: Hashable, Sendable {
    let kind: Named<Attachment.Kind>
    /// What its author says of it; nil where that is nothing.
    let description: String?
    let size: Attachment.Size?
    /// In seconds.
    let duration: Int?
    let url: String?

    init(_ attachment: Attachment) {
        (kind, description, url) = (attachment.kind, attachment.description, attachment.url)
        (size, duration) = (attachment.size, attachment.duration.flatMap { Int(exactly: $0.rounded()) })
    }

    /// What such a row is called.
    var name: PostRow.Name {
        switch kind {
        case .known(.image), .known(.animation): .image
        case .known(.video), .known(.audio): .media
        case .other: .unknown
        }
    }
}

extension AttachmentRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        let about = description.map { ": \($0)" } ?? (name == .unknown ? "" : " without a description")
        let pixels = size.map { " (\($0.width) × \($0.height))" } ?? ""
        let (sign, word, fact) =
            switch kind {
            case .known(.image): ("▣ ", "Image", pixels)
            case .known(.animation): ("▣ ", "Moving image", pixels)
            case .known(.video): ("▶ ", "Video", length)
            case .known(.audio): ("♪ ", "Sound", length)
            case .other(let name): ("? ", "Attachment of the kind “\(name)”", url.map { " \($0)" } ?? "")
            }
        return [TerminalParagraph([TerminalSpan(word + about), TerminalSpan(fact, .dim)], first: TerminalLine(sign))]
    }

    /// " (2:05)"; empty where it is not known.
    private var length: String {
        guard let duration, duration >= 0 else { return "" }
        return " (\(duration / 60):\("0\(duration % 60)".suffix(2)))"
    }
}
