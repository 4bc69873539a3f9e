import MillraceTerminal

/// Who has boosted a post, and when.
struct BoostRow: Hashable, Sendable {
    let name: String
    let time: String

    init(_ boost: Post.Boost, _ setting: RecipeSetting) {
        (name, time) = (boost.account?.name ?? "Somebody", setting.time(boost.created))
    }
}

extension BoostRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        [TerminalParagraph([TerminalSpan("↻ \(name) boosted", .colored(.green)), TerminalSpan(" \(time)", .dim)])]
    }
}
