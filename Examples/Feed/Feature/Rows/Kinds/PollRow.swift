/// How many have voted in a poll, and until when one may.
struct PollRow: Hashable, Sendable {
    let votes: Int
    /// How many people have voted; nil where the server does not count them.
    let voters: Int?
    /// Nil for a poll without an end.
    let end: String?
    let hasEnded: Bool
    let hasVoted: Bool
}

extension PollRow {
    init(_ poll: Poll, _ setting: RecipeSetting) {
        (votes, voters) = (poll.votes, poll.voters)
        end = poll.end.map(setting.time)
        (hasEnded, hasVoted) = (poll.hasEnded, poll.hasVoted)
    }
}
