import MillraceEntities

/// The posts around a post: what it answers above it, what answers it below, each answer deeper than what it answers.
struct Thread: Equatable {
    /// The posts, from top to bottom.
    private(set) var posts: [EntityID] = []
    /// How deep they stand. What the post answers is not indented, nor is the post.
    private(set) var levels: [String: Int] = [:]

    /// - Parameters:
    ///   - focus: The post.
    ///   - others: The others, as the server has them in order.
    ///   - answered: Returns what a post answers; nil for nothing.
    /// - Complexity: O(n).
    init(of focus: EntityID, among others: [EntityID], answered: (EntityID) -> EntityID?) {
        let present = Set(others)
        var above: [EntityID] = []
        var next = answered(focus)
        while let post = next, present.contains(post), post != focus, !above.contains(post) {
            above.append(post)
            next = answered(post)
        }
        let isAbove = Set(above + [focus])
        posts = above.reversed() + [focus]
        for post in others where !isAbove.contains(post) {
            posts.append(post)
            // What comes before what it answers stands as an answer to the post.
            levels[post.key] = answered(post).flatMap { levels[$0.key] }.map { $0 + 1 } ?? 1
        }
    }
}

extension EntityTable {
    /// A post with the others of its thread.
    func thread(of focus: EntityID, among others: [EntityID]) -> Thread {
        Thread(of: focus, among: others) { post in
            (try? read(Answering.self, post))?.in_reply_to_id.map { EntityID(.post, $0) }
        }
    }

    /// What a post answers.
    private struct Answering: Decodable {
        let in_reply_to_id: String?
    }
}
