import Foundation
import MillraceNetwork

/// What a post says, without the posts that it refers to: a projection of a status of Mastodon's API.
struct PostContent: Decodable, Hashable, Sendable, Identifiable {
    enum Visibility: String, Hashable, Sendable {
        case `public`, unlisted, `private`, direct
    }

    /// How many have done something with it, and whether the reader has.
    struct Counter: Hashable, Sendable {
        let count: Int?
        var isOwn = false
    }

    let id: String
    let url: String?
    /// Who has written it; nil where the server does not say.
    let account: Account?
    let created: Date?
    /// When it was last changed; nil if it was not.
    let edited: Date?
    let html: String
    /// What the reader is warned of; nil if there is no warning.
    let warning: String?
    /// Whether what is attached is shown only on demand.
    let isSensitive: Bool
    let visibility: OpenEnum<Visibility>
    let language: String?
    let attachments: [Attachment]
    let poll: Poll?
    let card: LinkCard?
    let mentions: [Account]
    let replies: Counter
    let boosts: Counter
    let favourites: Counter
    let isBookmarked: Bool
    let isPinned: Bool
    /// The program that it was written with.
    let application: String?
    /// The post that it answers, and the account of that.
    let answeredID: String?
    let answeredAccountID: String?
    /// Whether it quotes another post.
    let isQuoting: Bool

    /// Whether it says nothing, and shows nothing.
    var isEmpty: Bool { html.isEmpty && warning == nil && attachments.isEmpty && poll == nil && card == nil }

    init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        id = fields.text("id") ?? ""
        url = fields.words("url") ?? fields.words("uri")
        account = fields["account"]
        (created, edited) = (fields["created_at"], fields["edited_at"])
        html = fields.text("content") ?? ""
        warning = fields.words("spoiler_text")
        isSensitive = fields.flag("sensitive")
        visibility = OpenEnum(rawValue: fields.words("visibility") ?? "public")
        language = fields.words("language")
        attachments = fields.list("media_attachments")
        (poll, card) = (fields["poll"], fields["card"])
        mentions = fields.list("mentions")
        replies = Counter(count: fields.count("replies_count"))
        boosts = Counter(count: fields.count("reblogs_count"), isOwn: fields.flag("reblogged"))
        favourites = Counter(count: fields.count("favourites_count"), isOwn: fields.flag("favourited"))
        isBookmarked = fields.flag("bookmarked")
        isPinned = fields.flag("pinned")
        application = fields["application", LenientFields.self]?.words("name")
        answeredID = fields.words("in_reply_to_id")
        answeredAccountID = fields.words("in_reply_to_account_id")
        isQuoting = fields.has("quote") || fields.has("quote_id")
    }
}
