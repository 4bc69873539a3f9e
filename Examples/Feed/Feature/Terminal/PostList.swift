import Millrace
import MillraceApp
import MillraceEntities
import MillraceTerminal

/// The list of one screen in the route. It is there as long as the screen, so that the reader comes back to the same row.
final class PostList {
    let place: Route<FeedPlace>.Place
    let renderer = TerminalListRenderer<PostRow.ID>()
    private let feed: Feed
    private let posts: LiveView<ListedPost>
    private let rows: LiveView<TerminalRow<PostRow.ID>>
    private let bindings = SubscriptionBag()
    /// Whether the list stands where the reader begins, whatever comes to stand above.
    private var isAnchored = false

    /// - Parameter size: The size of the list's region.
    init(of feed: Feed, at place: Route<FeedPlace>.Place, size: Observable<TerminalSize>) {
        (self.feed, self.place) = (feed, place)
        // A column is the cursor's.
        let columns = size.select { max(1, $0.columns - 1) }
        posts = feed.posts(at: place)
        rows = feed.rows(of: posts, at: place, columns: columns, nearest: renderer.firstSeen)
        rows.bind(to: renderer).store(in: bindings)
        size.observe { [renderer] in renderer.resize(to: $0) }.store(in: bindings)
        if case .thread(let post) = place.screen {
            // It goes there as soon as the row is made.
            isAnchored = true
            _ = renderer.go(to: PostRow.ID(post: post.key, name: .header))
        }
        renderer.list.observe(for: self) { list, shown in list.note(shown) }
    }

    /// The post under the cursor.
    var post: Post? { renderer.row.flatMap { feed.post(EntityID(.post, $0.id.post)) } }

    /// Goes to the newest post.
    func goToTop() {
        if let first = rows.value.first { _ = renderer.go(to: first.id) }
    }

    /// Moves by a key, and asks for older posts where the end is near. Returns whether the key moves.
    func move(_ key: TerminalKey) -> Bool {
        guard renderer.move(key) else { return false }
        let list = renderer.list.value
        if list.seen.upperBound + list.seen.count >= list.rowCount {
            feed.dispatcher.dispatch(LoadPosts(load: .older, place: place.screen))
        }
        return true
    }

    /// Notes which posts are seen.
    private func note(_ list: TerminalList<PostRow.ID>) {
        if !isAnchored, let first = rows.value.first, first.id.post == posts.value.first?.id.key {
            isAnchored = true
            _ = renderer.go(to: first.id)
        }
        let position = list.seen.lowerBound
        guard place == feed.route.state.value.topPlace, rows.value.indices.contains(position) else { return }
        let seen = EntityID(.post, rows.value[position].id.post)
        if let posts = feed.posts.state.value.lists[place.screen], posts.isNew(seen) {
            feed.dispatcher.dispatch(SeePost(post: seen, place: place.screen))
        }
    }
}
