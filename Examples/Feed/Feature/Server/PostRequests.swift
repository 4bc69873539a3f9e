import MillraceEntities
import MillraceNetwork

// The requests of Mastodon's API that the feed sends. Each is a value.

/// Asks for a page of a timeline, or of the posts of an account.
struct PageRequest: Request {
    let place: FeedPlace
    /// The link to the page, from an answer before; nil for the first one. Its query says all, so the login goes to no
    /// other address than the server's.
    let link: HTTPLink?

    var path: String {
        switch place {
        case .timeline(.home): "/api/v1/timelines/home"
        case .timeline(.local), .timeline(.federated): "/api/v1/timelines/public"
        case .timeline(.favourites): "/api/v1/favourites"
        case .thread(let post): "/api/v1/statuses/\(post.key.pathComponent)/context"
        case .profile(let account): "/api/v1/accounts/\(account.key.pathComponent)/statuses"
        }
    }

    var query: [QueryItem] {
        if let link { return link.query }
        return place.isThread
            ? [] : [QueryItem("limit", "40"), QueryItem("local", place == .timeline(.local) ? "true" : nil)]
    }

    func decode(_ response: Response) throws -> PostsAnswer {
        let thread = EntityField.object(["ancestors": .many(.post), "descendants": .many(.post)])
        return PostsAnswer(
            posts: try EntityAnswer(response.body, as: place.isThread ? thread : .many(.post), in: .mastodon),
            older: response.headers.link("next"),
            newer: response.headers.link("prev")
        )
    }
}

/// Asks for a post or an account.
struct EntityRequest: Request {
    let id: EntityID

    var path: String { "/api/v1/\(id.kind == .post ? "statuses" : "accounts")/\(id.key.pathComponent)" }

    func decode(_ response: Response) throws -> EntityAnswer {
        try EntityAnswer(response.body, as: .one(id.kind), in: .mastodon)
    }
}

/// Marks a post with a star, or takes it back. Doing so twice is doing it once.
struct FavouriteRequest: Request {
    let post: String
    let isOn: Bool

    var method: HTTPMethod { .post }
    var path: String { "/api/v1/statuses/\(post.pathComponent)/\(isOn ? "favourite" : "unfavourite")" }
    var isRepeatable: Bool { true }
    var priority: RequestPriority { .high }

    func decode(_ response: Response) throws -> EntityAnswer {
        try EntityAnswer(response.body, as: .one(.post), in: .mastodon)
    }
}
