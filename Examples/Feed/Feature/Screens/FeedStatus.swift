import Millrace
import MillraceApp
import MillraceEntities
import MillraceNetwork
import MillraceOffline

/// What is to be said of the screen on top, besides its posts: a value, from which any view can be made.
public struct FeedStatus: Equatable, Sendable {
    /// A timeline that the reader can go to.
    public struct Tab: Equatable, Sendable {
        let timeline: Timeline
        let isSelected: Bool
    }

    /// The timelines.
    public var tabs: [Tab] = []
    /// What the screen shows, if it is over a tab: "Kim @kim", "thread"; nil in a tab.
    public var title: String?
    /// How many posts are newer than all that the reader has seen.
    public var newCount = 0
    /// What the posts are filtered by; empty where all are shown.
    public var filter = ""
    /// How many posts are loaded, whether the filter shows them or not.
    public var count = 0
    /// Whether there are no others behind them.
    public var isAtEnd = false
    /// What is being loaded.
    public var isLoading = false
    /// Why posts could not be loaded, or a star was refused.
    public var problem: String?
    /// How many stars of this login the server has not heard of, or may not have.
    public var waitingStars = 0
    /// What the server has sent that nobody here knows, a sentence for each.
    public var undeclared: [String] = []

    /// In a line: "1,012 posts, filtered by poll, loading…".
    public var summary: String {
        var parts = [count == 1 ? "1 post" : "\(count.formatted(.number.locale(.init(identifier: "en_US")))) posts"]
        if !filter.isEmpty { parts.append("filtered by \(filter)") }
        if waitingStars > 0 { parts.append(waitingStars == 1 ? "a star waits" : "\(waitingStars) stars wait") }
        parts.append(isLoading ? "loading…" : isAtEnd ? "that is all" : "")
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension Feed {
    /// What is to be said of the screen on top.
    public var status: Observable<FeedStatus> {
        Observable.select { [route = route.state, posts = posts.state, screens] read in
            let screen = read(screens.state(of: read(route).topPlace)) ?? PostScreen()
            return FeedStatus(read(route), read(posts), screen.filter)
        }
    }
}

extension FeedStatus {
    init(_ route: Route<FeedPlace>, _ state: FeedState, _ filter: PostFilter) {
        let place = route.top
        tabs = route.tabs.compactMap { tab in
            guard case .timeline(let timeline) = tab.root else { return nil }
            return Tab(timeline: timeline, isSelected: tab.root == route.selected)
        }
        switch place {
        case .timeline: title = nil
        case .thread: title = "thread"
        case .profile(let id):
            let account = try? state.entities.read(Account.self, id)
            title = account.map { "\($0.name) @\($0.handle)" } ?? "profile"
        }
        self.filter = filter.description
        waitingStars = state.outbox.counts.waiting + state.outbox.counts.sending + state.outbox.counts.unknown
        undeclared = state.undeclared.map { "\($0)" }
        guard let list = state.lists[place] else { return }
        (newCount, count) = (list.newCount, list.posts.elements.count)
        isAtEnd = list.posts.isAtEnd
        isLoading = list.posts.loading != nil || list.posts.isLoadingPrevious
        problem = state.refusal ?? list.posts.failure?.error.message ?? list.posts.previousFailure?.message
    }
}
