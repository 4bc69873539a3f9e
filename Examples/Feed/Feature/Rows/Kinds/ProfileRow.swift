import MillraceTerminal

/// Whose profile it is.
struct ProfileRow: Hashable, Sendable {
    let name: String
    let handle: String
    let isBot: Bool
    let isLocked: Bool
    let posts: Int?
    let followers: Int?
    let following: Int?
}

extension ProfileRow {
    init(_ profile: Profile) {
        (name, handle) = (profile.account.name, profile.account.handle)
        (isBot, isLocked) = (profile.account.isBot, profile.account.isLocked)
        (posts, followers, following) = (profile.posts, profile.followers, profile.following)
    }
}

extension ProfileRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        let facts = [isBot ? "bot" : nil, isLocked ? "approves followers" : nil].facts
        let counts = [
            posts.map { "\($0) posts" }, followers.map { "\($0) followers" }, following.map { "follows \($0)" },
        ].facts
        return TerminalParagraph([
            TerminalSpan(name, .bold), TerminalSpan(" @\(handle) ", TerminalStyle(foreground: .magenta)),
            TerminalSpan(facts, .dim),
        ]).lines(columns: columns) + (counts.isEmpty ? [] : QuietLine(text: counts).lines(columns: columns))
    }
}
