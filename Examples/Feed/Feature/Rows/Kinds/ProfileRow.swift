import MillraceTerminal

/// Whose profile it is.
struct ProfileRow: Hashable, Sendable {
    let account: Account
    let posts: Int?
    let followers: Int?
    let following: Int?

    init(_ profile: Profile) {
        (account, posts) = (profile.account, profile.posts)
        (followers, following) = (profile.followers, profile.following)
    }
}

extension ProfileRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        [
            TerminalParagraph(TerminalSpan.author(account.name, account.handle)),
            .quiet(
                account.isBot ? "bot" : nil,
                account.isLocked ? "approves followers" : nil,
                posts.map { "\($0) posts" },
                followers.map { "\($0) followers" },
                following.map { "follows \($0)" }
            ),
        ]
    }
}
