import Foundation
import MillraceEntities
import MillraceNetwork

/// A post as a timeline has it: what is shown of it, who has boosted it, and the posts that it refers to.
///
/// It is a projection of an entity of ``MillraceEntities/EntitySchema/mastodon``: a boost shows the boosted post, which is
/// the same entity wherever it occurs. It changes with each of the posts and accounts in it.
struct Post: Decodable, Hashable, Sendable, Identifiable {
    /// Who has boosted it, and when.
    struct Boost: Hashable, Sendable {
        let account: Account?
        let created: Date?
    }

    /// The identity in the timeline: the boost's, where it is one.
    let id: String
    let boost: Boost?
    /// What is shown; nil for a boost of a post that is gone.
    let content: PostContent?
    let quote: Quote?
    /// What it answers; nil where that is nothing, or not known.
    let answered: Answered?

    init(from decoder: any Decoder) throws {
        let outer = try LenientFields(from: decoder)
        id = outer.text("id") ?? ""
        var whole = outer.has("reblog") ? outer["reblog"] : try Whole(from: decoder)
        // What was deleted reads as null, but its identity is still there.
        let fields = try decoder.container(keyedBy: LenientFields.Name.self)
        let boosted = try? fields.decode(EntityID.self, forKey: "reblog")
        let isOfDeleted = whole.map { $0.content.isEmpty && boosted != nil } ?? true
        if isOfDeleted { whole = nil }
        let isBoost = isOfDeleted || outer.has("reblog")
        boost = isBoost ? Boost(account: outer["account"], created: outer["created_at"]) : nil
        (content, quote, answered) = (whole?.content, whole?.quote, whole?.answered)
    }
}

/// A post with those that it refers to.
private struct Whole: Decodable {
    let content: PostContent
    let quote: Quote?
    let answered: Answered?

    init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        content = try PostContent(from: decoder)
        quote = fields["quote"] ?? fields["pleroma", LenientFields.self]?["quote"]
        answered = fields["in_reply_to_id"]
    }
}
