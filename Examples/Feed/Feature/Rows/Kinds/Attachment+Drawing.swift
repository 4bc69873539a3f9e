import MillraceTerminal

extension Attachment: TerminalDrawing {
    /// What such a row is called.
    var rowName: PostRow.Name {
        switch kind {
        case .known(.image), .known(.animation): .image
        case .known(.video), .known(.audio): .media
        case .other: .unknown
        }
    }

    var drawing: [TerminalParagraph] {
        let about = description.map { ": \($0)" } ?? (rowName == .unknown ? "" : " without a description")
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
        guard let seconds = duration.flatMap({ Int(exactly: $0.rounded()) }), seconds >= 0 else { return "" }
        return " (\(seconds / 60):\("0\(seconds % 60)".suffix(2)))"
    }
}
