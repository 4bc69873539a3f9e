import Millrace
import MillraceApp
import MillraceEntities
import MillraceNetwork

// The feature that Documentation/Entities.md and Documentation/Families.md quote: a list of entities, page by page.

let feedSchema = EntitySchema(EntityType("post", fields: ["author": .one("user")]), EntityType("user"))

typealias Posts = Pages<EntityID, String, RequestError>

struct FeedState: Sendable, Equatable {
    var entities = EntityTable(schema: feedSchema)
    var posts = Posts("posts")
}

/// What the service has answered, and when it was asked.
struct PostsAnswer: Codable, Sendable {
    let posts: EntityAnswer
    let next: String?
    let ticket: EntityTicket
}

struct FeedServices: Sendable {
    var posts: @Sendable (_ after: String?) async throws(RequestError) -> (EntityAnswer, next: String?)

    func page(_ ticket: EntityTicket) -> Posts.Fetch<PostsAnswer> {
        { after throws(RequestError) in
            let (posts, next) = try await posts(after)
            return PostsAnswer(posts: posts, next: next, ticket: ticket)
        }
    }
}

struct ShowMore: Action, Codable {}
struct PulledDown: Action, Codable {}
struct TappedRetry: Action, Codable {}
struct PostPushed: Action, Codable { let post: EntityAnswer }
struct PostChanged: Action, Codable { let post: EntityAnswer }
struct PostDeleted: Action, Codable { let post: EntityID }

func makeFeed(with services: FeedServices, on dispatcher: Dispatcher) -> Store<FeedState> {
    Store(FeedState(), on: dispatcher, name: "feed") { feed in
        feed.on(ShowMore.self) { state, _ in state.posts.loadNext(services.page(state.entities.ticket())) }
        feed.on(PulledDown.self) { state, _ in state.posts.refresh(services.page(state.entities.ticket())) }
        feed.on(TappedRetry.self) { state, _ in state.posts.retry(services.page(state.entities.ticket())) }
        feed.on(PageLoaded<PostsAnswer, RequestError>.self) { state, loaded in
            state.posts.take(loaded.map { Page(state.entities.merge($0.posts, ticket: $0.ticket), next: $0.next) })
        }
        feed.on(PostPushed.self) { state, action in
            for id in state.entities.merge(action.post).reversed() { state.posts.elements.updateOrInsert(id, at: 0) }
        }
        feed.on(PostChanged.self) { state, action in state.entities.merge(action.post) }
        feed.on(PostDeleted.self) { state, action in
            state.entities.delete(action.post)
            state.posts.elements.remove(id: action.post)
        }
    }
}

struct PostRow: Decodable, Equatable {
    let id: Int
    let likes: Int
    let author: Author

    struct Author: Decodable, Equatable {
        let name: String
    }
}

/// What a screen shows of a feed.
final class FeedScreen {
    let rows: LiveView<EntityRow<PostRow>>
    let problem: Observable<String?>
    let isRefreshing: Observable<Bool>

    init(_ feed: Store<FeedState>) {
        let entities = feed.state.entities(\.entities)
        rows = entities.live(PostRow.self, feed.state.live(\.posts.elements))
        problem = feed.state.select { $0.posts.failure?.error.message }
        isRefreshing = feed.state.select { $0.posts.loading == .first }
    }
}
