import Millrace
import MillraceApp
import MillraceEntities
import MillraceNetwork
import MillraceOffline

/// What is known of posts and accounts, which of them the lists have, and what waits for the server.
///
/// They are one state: a list never has a post of which nothing is known, and a star is never shown without its entry in
/// the outbox.
public struct FeedState: Equatable, Sendable {
    /// The posts and the accounts, each once, whichever lists have them.
    var entities = EntityTable(schema: .mastodon)
    /// The lists of the screens in the route.
    var lists: [FeedPlace: FeedList] = [:]
    /// The stars that the server has not heard of yet.
    var outbox: Outbox<Favourite>
    /// What the server has refused, until the reader does something else.
    var refusal: String?

    /// What the server has sent of which the schema says nothing: it is kept with the posts that have it.
    var undeclared: [EntityError] = []

    init(device: String, login: String?) {
        outbox = Outbox(device: device)
        outbox.account = login
    }
}

extension FeedState {
    /// Which posts of a list to load.
    public enum Load: String, Codable, Sendable {
        case older, newer
        /// The newest, in place of all.
        case first
        /// Those that could not be loaded.
        case again
    }

    /// Begins the lists of the screens in a route, and forgets those that were left.
    mutating func enter(_ route: Route<FeedPlace>, with services: FeedServices) -> Effect {
        let places = Set(route.places.map(\.screen))
        var effects: [Effect] = []
        for place in lists.keys where !places.contains(place) {
            if var list = lists.removeValue(forKey: place) { effects.append(list.posts.cancel()) }
        }
        if lists[route.top] == nil {
            lists[route.top] = FeedList(of: route.top)
            effects.append(load(.older, of: route.top, with: services))
        }
        return Effect(effects)
    }

    /// Loads posts of a list, unless they are being loaded.
    mutating func load(_ load: Load, of place: FeedPlace, with services: FeedServices) -> Effect {
        let fetch = services.page(place, entities.ticket())
        let effect =
            switch load {
            case .older: lists[place]?.posts.loadNext(fetch)
            case .newer: lists[place]?.posts.loadPrevious(fetch)
            case .first: lists[place]?.posts.refresh(fetch)
            case .again: lists[place]?.posts.retry(fetch)
            }
        return effect ?? .none
    }

    /// Adds a page to its list, and goes on where there is more to be had.
    mutating func take(_ loaded: PageLoaded<PostsAnswer, RequestError>, with services: FeedServices) -> Effect {
        let found = lists.first { [$0.value.posts.name, $0.value.posts.previousName].contains(loaded.pages) }
        guard let (place, former) = found else { return .none }
        var list = former
        list.posts.take(loaded.map { page(of: $0, at: place, levels: &list.levels) })
        if list.newestSeen.flatMap({ list.posts.elements.index(id: $0) }) == nil {
            list.newestSeen = list.posts.elements.first
        }
        lists[place] = list
        // A page of new posts may have others in front of it.
        let hasNew = loaded.pages == list.posts.previousName && list.posts.elements.count > former.posts.elements.count
        return [
            hasNew ? load(.newer, of: place, with: services) : .none,
            services.loadsAll ? load(.older, of: place, with: services) : .none,
        ]
    }

    private mutating func page(
        of answer: PostsAnswer,
        at place: FeedPlace,
        levels: inout [String: Int]
    ) -> Page<EntityID, HTTPLink> {
        for problem in answer.posts.undeclared where !undeclared.contains(where: { $0.reason == problem.reason }) {
            undeclared.append(problem)
        }
        for other in answer.others { entities.merge(other, ticket: answer.ticket) }
        var posts = entities.merge(answer.posts, ticket: answer.ticket)
        if case .thread(let focus) = place {
            let thread = entities.thread(of: focus, among: posts)
            (posts, levels) = (thread.posts, thread.levels)
        }
        return Page(posts, next: answer.older, previous: answer.newer)
    }

    /// Marks a post with a star, or takes it back, as far as the reader sees.
    mutating func mark(_ post: EntityID, isOn: Bool) {
        refusal = nil
        outbox.add(Favourite(subject: post, isOn: isOn)) { _, later in later }
        outbox.show(in: &entities)
    }

    /// Notes what the server says of a star. One that it refuses is taken back, and told.
    mutating func take(_ answered: OutboxAnswered<Favourite>) {
        guard let entry = outbox.take(answered) else { return }
        switch answered.answer {
        case .saved(let answer?, _): entities.confirm(entry, with: answer)
        case .refused(let reason):
            outbox.discard(entry.key)
            refusal = "\(entry.edit.isOn ? "Not marked" : "Still marked"): \(reason)"
        case .saved, .conflict, .later, .notDone, .unknown, .keyInUse, .prepared, nil: break
        }
        outbox.show(in: &entities)
    }
}
