import MillraceTerminal

/// Who has boosted a post, and when.
struct BoostRow: Hashable, Sendable {
    let name: String
    let time: String
}

extension BoostRow {
    init(_ boost: Post.Boost, _ setting: RecipeSetting) {
        (name, time) = (boost.account?.name ?? "Somebody", setting.time(boost.created))
    }
}

extension BoostRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        let spans = [
            TerminalSpan("↻ \(name) boosted", TerminalStyle(foreground: .green)), TerminalSpan(" \(time)", .dim),
        ]
        return TerminalParagraph(spans).lines(columns: columns)
    }
}
