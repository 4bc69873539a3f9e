import MillraceNetwork

/// The post that another one quotes, or why it is not shown.
struct Quote: Decodable, Hashable, Sendable {
    enum State: String, Hashable, Sendable {
        case accepted, pending, rejected, revoked, deleted, unauthorized
        case blockedAccount = "blocked_account", blockedDomain = "blocked_domain", mutedAccount = "muted_account"
    }

    let state: OpenEnum<State>
    /// Nil where it is not shown, or not known yet.
    let post: PostContent?

    /// Reads either shape: Mastodon's `{"state": …, "quoted_status": …}`, or the quoted post itself.
    init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        if let name = fields.words("state") {
            state = OpenEnum(rawValue: name)
            post = fields["quoted_status"] ?? fields["quoted_status_id"]
        } else {
            let quoted: PostContent? =
                fields.has("quoted_status") ? fields["quoted_status"] : try PostContent(from: decoder)
            (state, post) = (.known(.accepted), quoted)
        }
    }
}
