import MillraceNetwork

/// Somebody who posts, or is mentioned in a post.
struct Account: Decodable, Hashable, Sendable, Identifiable {
    let id: String
    /// "kim", or "kim@pond.example" of another server.
    let handle: String
    /// The name that is shown; the handle where there is none.
    let name: String
    let url: String?
    let isBot: Bool
    let isLocked: Bool

    init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        id = fields.text("id") ?? ""
        handle = fields.words("acct") ?? fields.words("username") ?? "unknown"
        name = fields.words("display_name") ?? handle
        url = fields.words("url")
        isBot = fields.flag("bot")
        isLocked = fields.flag("locked")
    }
}

/// What a profile shows of an account.
struct Profile: Decodable, Hashable, Sendable {
    /// Something that somebody says of himself: "Pronouns", "they".
    struct Entry: Decodable, Hashable, Sendable {
        let name: String
        let value: String
    }

    let account: Account
    /// What the account says of itself.
    let html: String
    let entries: [Entry]
    let posts: Int?
    let followers: Int?
    let following: Int?

    init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        account = try Account(from: decoder)
        html = fields.text("note") ?? ""
        entries = fields.list("fields")
        (posts, followers) = (fields.count("statuses_count"), fields.count("followers_count"))
        following = fields.count("following_count")
    }
}
