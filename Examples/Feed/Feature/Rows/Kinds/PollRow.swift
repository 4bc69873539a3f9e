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
}

extension PollRow {
    init(_ poll: Poll, _ setting: RecipeSetting) {
        (votes, voters) = (poll.votes, poll.voters)
        end = poll.end.map(setting.time)
        (hasEnded, hasVoted) = (poll.hasEnded, poll.hasVoted)
    }
}

extension PollRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        let ended = hasEnded ? end.map { "ended \($0)" } ?? "ended" : end.map { "until \($0)" }
        let facts = [
            votes == 1 ? "1 vote" : "\(votes) votes", voters.map { $0 == 1 ? "1 person" : "\($0) people" }, ended,
            hasVoted ? "you have voted" : nil,
        ]
        return QuietLine(text: facts.facts).lines(columns: columns)
    }
}
