import MillraceTerminal

/// How many have answered, boosted and liked a post.
struct CountersRow: Hashable, Sendable {
    let replies: PostContent.Counter
    let boosts: PostContent.Counter
    let favourites: PostContent.Counter
    let isBookmarked: Bool

    init(_ content: PostContent) {
        (replies, boosts, favourites) = (content.replies, content.boosts, content.favourites)
        isBookmarked = content.isBookmarked
    }
}

extension CountersRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        func span(_ sign: String, _ counter: PostContent.Counter, _ color: TerminalColor) -> TerminalSpan {
            TerminalSpan("\(sign)\(counter.count.map { " \($0)" } ?? "")   ", counter.isOwn ? .colored(color) : .dim)
        }
        let spans = [
            span("↩", replies, .cyan), span("↻", boosts, .green),
            span(favourites.isOwn ? "★" : "☆", favourites, .yellow),
            TerminalSpan(isBookmarked ? "⚑" : "", .bold),
        ]
        return [TerminalParagraph(spans, keepsBlanks: true)]
    }
}
