import MillraceTerminal

/// How many have voted in a poll, and until when one may.
struct PollRow: Hashable, Sendable {
    let votes: Int
    /// How many people have voted; nil where the server does not count them.
    let voters: Int?
    /// Nil for a poll without an end.
    let end: String?
    let hasEnded: Bool
    let hasVoted: Bool

    init(_ poll: Poll, _ setting: RecipeSetting) {
        (votes, voters, end) = (poll.votes, poll.voters, poll.end.map(setting.time))
        (hasEnded, hasVoted) = (poll.hasEnded, poll.hasVoted)
    }
}

extension PollRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        [
            .quiet(
                votes == 1 ? "1 vote" : "\(votes) votes",
                voters.map { $0 == 1 ? "1 person" : "\($0) people" },
                hasEnded ? "ended \(end ?? "")" : end.map { "until \($0)" },
                hasVoted ? "you have voted" : nil
            )
        ]
    }
}
