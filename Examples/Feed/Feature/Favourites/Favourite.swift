import Millrace
import MillraceEntities
import MillraceNetwork
import MillraceOffline

/// The reader marks a post with a star, or takes the star back. It is shown at once, and sent when the server answers.
struct Favourite: EntityEdit {
    typealias Reply = EntityAnswer

    /// The post; of a boost the boosted one.
    let subject: EntityID
    /// Whether it has a star.
    let isOn: Bool

    func apply(to draft: inout EntityDraft) throws {
        try draft.edit(Star.self, subject) { post in
            guard post.favourited ?? false != isOn else { return }
            post.favourited = isOn
            post.favourites_count = post.favourites_count.map { max(0, $0 + (isOn ? 1 : -1)) }
        }
    }

    /// Whether the server has the post as the reader wants it.
    func isDone(in answer: EntityAnswer) -> Bool {
        var table = EntityTable(schema: .mastodon)
        table.merge(answer)
        return (try? table.read(Star.self, subject))?.favourited ?? false == isOn
    }

    /// What the edit changes of a post.
    private struct Star: Codable {
        var favourited: Bool?
        var favourites_count: Int?
    }
}

/// The reader marks a post with a star, or takes it back.
public struct MarkFavourite: Action, Hashable, Codable {
    let post: EntityID
    let isOn: Bool
}

extension FeedServices {
    /// What sends the stars.
    func sender(durability: Durability) -> OutboxSender<Favourite> {
        OutboxSender(random: random, durability: durability) { [client] entry in
            .saved(try await client.send(FavouriteRequest(post: entry.edit.subject.key, isOn: entry.edit.isOn)))
        } asking: { [client] entry in
            guard case .unknown(let reason) = entry.problem else { return .later() }
            do {
                let answer = try await client.send(EntityRequest(id: entry.edit.subject))
                return entry.edit.isDone(in: answer) ? .saved(answer) : .refused(reason)
            } catch let error as RequestError where error.kind == .missing { return .refused(error.message) }
        } catching: { error in
            guard let error = error as? RequestError else { return .refused("\(error)") }
            if error.isPassing {
                return error.mayBeDone ? .later(after: error.retryAfter) : .notDone(after: error.retryAfter)
            }
            return error.mayBeDone ? .unknown(error.message) : .refused(error.message)
        }
    }
}
