/// How many have answered, boosted and liked a post.
struct CountersRow: Hashable, Sendable {
    let replies: Int?
    let boosts: PostContent.Counter
    let favourites: PostContent.Counter
    let isBookmarked: Bool
}

extension CountersRow {
    init(_ content: PostContent) {
        replies = content.replies.count
        (boosts, favourites, isBookmarked) = (content.boosts, content.favourites, content.isBookmarked)
    }
}
