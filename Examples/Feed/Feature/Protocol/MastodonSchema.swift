import MillraceEntities

extension EntityKind {
    static let post: EntityKind = "post"
    static let account: EntityKind = "account"
}

extension EntitySchema {
    /// What is an entity in the JSON of Mastodon's API, and of the servers that speak it.
    ///
    /// A post and an account are kept once, wherever they occur. All else belongs to one post, and is replaced with it.
    static let mastodon = EntitySchema(
        EntityType(.post, fields: post.merging(["quote": .object(quoted)]) { $1 }),
        EntityType(
            .account,
            fields: [
                "moved": .one(.account), "emojis": .value, "fields": .value, "role": .value, "roles": .value,
                "source": .value, "pleroma": .value, "akkoma": .value, "relationship": .value,
            ]
        ),
        keepsUndeclared: true
    )

    private static let post: [String: EntityField] = [
        "account": .one(.account), "reblog": .one(.post), "in_reply_to_id": .one(.post),
        "in_reply_to_account_id": .one(.account), "media_attachments": .value, "mentions": .value, "tags": .value,
        "emojis": .value, "poll": .value, "application": .value, "filtered": .value, "reactions": .value,
        "emoji_reactions": .value, "friendica": .value, "akkoma": .value, "event": .value,
        "card": .object(["authors": .list(["account": .one(.account)])]),
        "pleroma": .object(["quote": .one(.post), "emoji_reactions": .value]),
    ]

    /// A quote: Mastodon's, which has a state and the quoted post, or the quoted post itself, as Akkoma has it.
    private static let quoted = post.merging([
        "quoted_status": .one(.post), "quoted_status_id": .one(.post), "quote": .value, "pleroma": .value,
    ]) { $1 }
}
