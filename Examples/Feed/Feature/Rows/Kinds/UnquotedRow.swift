import MillraceTerminal

/// Why a quoted post is not shown.
struct UnquotedRow: Hashable, Sendable {
    let reason: String
}

extension UnquotedRow {
    init(_ state: Quote.State) {
        reason =
            switch state {
            case .accepted: "The quoted post is not known."
            case .pending: "The quoted post is shown when its author has agreed."
            case .rejected: "The author of the quoted post has not agreed."
            case .revoked: "The author of the quoted post no longer agrees."
            case .deleted: "The quoted post was deleted."
            case .unauthorized: "You may not see the quoted post."
            case .blockedAccount: "The quoted post is by somebody whom you have blocked."
            case .blockedDomain: "The quoted post is from a server that you have blocked."
            case .mutedAccount: "The quoted post is by somebody whom you have muted."
            }
    }
}

extension UnquotedRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        TerminalParagraph([TerminalSpan(reason, .dim)], first: .bar, others: .bar).lines(columns: columns)
    }
}
