import Millrace
import MillraceApp
import MillraceEntities
import MillraceNetwork

/// A list of posts that is loaded page by page, by the links of the server's answers.
struct FeedList: Equatable, Sendable {
    typealias Posts = Pages<EntityID, HTTPLink, RequestError>

    /// The posts, the newest first, as far as they are loaded.
    var posts: Posts
    /// The newest post that the reader has seen; nil while there is none.
    var newestSeen: EntityID?
    /// How deep posts stand in a thread; those that are not in it, at 0.
    var levels: [String: Int] = [:]

    init(of place: FeedPlace) { posts = Posts(place.description) }

    /// How many posts are newer than all that the reader has seen. O(log n).
    var newCount: Int { newestSeen.flatMap { posts.elements.index(id: $0) } ?? 0 }

    /// Whether a post is newer than all that the reader has seen. O(log n).
    func isNew(_ post: EntityID) -> Bool { posts.elements.index(id: post).map { $0 < newCount } ?? false }

    /// Notes that the reader sees a post, and with it all below it.
    mutating func see(_ post: EntityID) { if isNew(post) { newestSeen = post } }
}

/// A page of posts, as a server has answered it, and when it was asked for.
struct PostsAnswer: Codable, Sendable {
    /// The posts of the page, in their order.
    let posts: EntityAnswer
    /// What else was asked for: the account of a profile, the post that a thread is about.
    var others: [EntityAnswer] = []
    /// Where the older posts are; nil at the end of the list.
    var older: HTTPLink?
    /// Where newer posts will be.
    var newer: HTTPLink?
    var ticket: EntityTicket?
}
