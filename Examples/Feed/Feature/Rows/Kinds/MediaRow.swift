import MillraceTerminal

/// A video or a sound.
struct MediaRow: Hashable, Sendable {
    let isVideo: Bool
    let description: String?
    /// In seconds.
    let duration: Int?
}

extension MediaRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        let kind = isVideo ? "Video" : "Sound"
        return TerminalParagraph(
            [
                TerminalSpan(description.map { "\(kind): \($0)" } ?? "\(kind) without a description"),
                TerminalSpan(length, .dim),
            ],
            first: isVideo ? "▶ " : "♪ "
        ).lines(columns: columns)
    }

    /// " (2:05)"; empty where it is not known.
    private var length: String {
        guard let duration, duration >= 0 else { return "" }
        return " (\(duration / 60):\(String("0\(duration % 60)".suffix(2))))"
    }
}
