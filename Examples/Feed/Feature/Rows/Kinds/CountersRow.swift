import MillraceTerminal

/// How many have answered, boosted and liked a post.
struct CountersRow: Hashable, Sendable {
    let replies: Int?
    let boosts: PostContent.Counter
    let favourites: PostContent.Counter
    let isBookmarked: Bool
}

extension CountersRow {
    init(_ content: PostContent) {
        replies = content.replies.count
        (boosts, favourites, isBookmarked) = (content.boosts, content.favourites, content.isBookmarked)
    }
}

extension CountersRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        func number(_ count: Int?) -> String { count.map { " \($0)" } ?? "" }
        func span(_ sign: String, _ counter: PostContent.Counter, _ color: TerminalColor) -> TerminalSpan {
            TerminalSpan("   \(sign)\(number(counter.count))", counter.isOwn ? TerminalStyle(foreground: color) : .dim)
        }
        let spans = [
            TerminalSpan("↩\(number(replies))", .dim), span("↻", boosts, .green),
            span(favourites.isOwn ? "★" : "☆", favourites, .yellow), TerminalSpan(isBookmarked ? "   ⚑" : "", .bold),
        ]
        return TerminalParagraph(spans, keepsBlanks: true).lines(columns: columns)
    }
}
