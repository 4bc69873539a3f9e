import MillraceSpecs
import MillraceTerminal

/// Makes styled texts of narrow and wide characters, and of clusters.
enum RandomLines {
    static let styles: [TerminalStyle] = [.plain, .plain, .bold, .reversed, TerminalStyle(foreground: .red)]

    /// Glyphs, each a span of its own.
    static func glyphs(_ count: Int, using random: inout SeededGenerator) -> [TerminalSpan] {
        let texts = ["a", "b", "c", "日", "語", "e\u{301}", "👩‍👩‍👧‍👦", "👍🏽", "नि", "ß"]
        return (0..<count).map { _ in
            TerminalSpan(texts.randomElement(using: &random) ?? "", styles.randomElement(using: &random) ?? .plain)
        }
    }

    /// Glyphs, blanks and line breaks, in spans of several.
    static func text(_ count: Int, using random: inout SeededGenerator) -> [TerminalSpan] {
        var spans: [TerminalSpan] = []
        for var span in glyphs(count, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: span.text = "\n"
            case 1, 2: span.text = String(repeating: " ", count: Int.random(in: 1...3, using: &random))
            default: break
            }
            if Bool.random(using: &random), let last = spans.last {
                spans[spans.count - 1] = TerminalSpan(last.text + span.text, last.style)
            } else {
                spans.append(span)
            }
        }
        return spans
    }
}
