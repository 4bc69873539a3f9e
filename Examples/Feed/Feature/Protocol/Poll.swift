import Foundation
import MillraceNetwork

/// A question with options to vote for.
struct Poll: Decodable, Hashable, Sendable {
    struct Option: Decodable, Hashable, Sendable {
        let title: String
        /// Nil while the server hides it.
        let votes: Int?

        init(from decoder: any Decoder) throws {
            let fields = try LenientFields(from: decoder)
            (title, votes) = (fields.text("title") ?? "", fields.count("votes_count"))
        }
    }

    let options: [Option]
    let end: Date?
    let hasEnded: Bool
    /// Whether one may vote for several options.
    let isMultiple: Bool
    let votes: Int
    /// How many people have voted; nil where the server does not count them.
    let voters: Int?
    /// Whether the reader has voted, and for what.
    let hasVoted: Bool
    let ownVotes: Set<Int>

    init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        options = fields.list("options")
        end = fields["expires_at"]
        hasEnded = fields.flag("expired")
        isMultiple = fields.flag("multiple")
        votes = fields.count("votes_count") ?? options.lazy.compactMap(\.votes).reduce(0, &+)
        voters = fields.count("voters_count")
        ownVotes = Set(fields.list("own_votes", of: Int.self))
        hasVoted = fields.flag("voted") || !ownVotes.isEmpty
    }
}
