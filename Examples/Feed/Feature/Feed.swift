import Foundation
import Millrace
import MillraceApp
import MillraceEntities
import MillraceHistory
import MillraceNetwork
import MillraceOffline
import MillraceTerminal

/// A reader of timelines: its stores, and what is derived from them.
///
/// - The posts, the lists that have them and the stars that wait are one state.
/// - Where the reader is, is a route; what was opened and filtered is a store for each screen in it.
/// - What a screen shows is derived from these: posts, from which rows are made away from the main actor.
public final class Feed {
    /// Carries all actions.
    public let dispatcher: Dispatcher
    /// Where the reader is.
    public let route: Store<Route<FeedPlace>>
    /// The posts and their lists.
    public let posts: Store<FeedState>
    /// What the reader has done on the screens.
    public let screens: StoreFamily<Route<FeedPlace>.Place, PostScreen>
    /// Whether rows of a screen are being made.
    package let making = Activity()
    let services: FeedServices
    private let entities: Entities
    private let journal: Journal?

    /// Makes a feed. Nothing is loaded before ``begin()``.
    ///
    /// - Parameter journal: Keeps the stars that the server has not heard of. Nil to forget them with the feed.
    public init(
        with services: FeedServices,
        on dispatcher: Dispatcher,
        journal: Journal? = nil
    ) throws(JournalError) {
        (self.services, self.dispatcher, self.journal) = (services, dispatcher, journal)
        route = makeRoute(isLoggedIn: services.isLoggedIn, on: dispatcher)
        screens = StoreFamily(of: route, screens: { $0 }, name: "screens") { _ in makePostScreen(on: dispatcher) }
        let durability = journal?.durability ?? .immediate
        posts = makeFeedStore(route: route, with: services, durability: durability, on: dispatcher)
        entities = posts.state.entities(\.entities)
        try journal?.keep(posts) { $0.outbox(\.outbox, as: "outbox") }
    }

    /// What the inspector sees of it.
    public var inspection: Inspection { Inspection(of: posts, route, screens) }

    /// Loads the first list, and sends what waits.
    public func begin() { dispatcher.dispatch(Begin()) }

    /// Waits until what waits for the server is kept.
    public func close() { try? journal?.synchronize() }
}

// MARK: - What is derived

/// A post on a screen, and whether the reader has opened it.
typealias ListedPost = Joined<EntityRow<Post>, EntityID?>

extension Feed {
    /// What the reader has done on a screen.
    func screen(at place: Route<FeedPlace>.Place) -> Observable<PostScreen> {
        screens.state(of: place).map { $0 ?? PostScreen() }
    }

    /// The posts of a screen.
    func posts(at place: Route<FeedPlace>.Place) -> LiveView<ListedPost> {
        let list = posts.state.live { $0.lists[place.screen]?.posts.elements ?? [] }
        return entities.live(Post.self, list).leftJoined(with: screen(at: place).live(\.open), on: \.id)
    }

    /// The rows of a screen on a terminal, made away from the main actor, those near a position first.
    ///
    /// With another width or another filter all are made anew; the old ones stay until then.
    func rows(
        of posts: LiveView<ListedPost>,
        at place: Route<FeedPlace>.Place,
        columns: Observable<Int>,
        nearest: Observable<Int>
    ) -> LiveView<TerminalRow<PostRow.ID>> {
        let setting = combine(columns, rowSetting(at: place)).removeDuplicates()
        let rows = posts.flatMap(on: services.clock, nearest: nearest, tracking: making, with: setting) {
            listed,
            setting in listed.rows(setting.1).map { $0.terminalRow(columns: setting.0) }
        }
        return profileRows(at: place.screen, columns: columns).union(rows)
    }

    /// What the rows of a screen are made with.
    func rowSetting(at place: Route<FeedPlace>.Place) -> Observable<RowSetting> {
        let levels = posts.state.select { $0.lists[place.screen]?.levels ?? [:] }
        let setting = RecipeSetting(zone: services.zone)
        return combine(screen(at: place).select(\.filter), levels).map { filter, levels in
            RowSetting(place: place.screen, recipe: setting, filter: filter, levels: levels)
        }
    }

    /// The rows above the posts of a profile; none on other screens.
    private func profileRows(at place: FeedPlace, columns: Observable<Int>) -> LiveView<TerminalRow<PostRow.ID>> {
        let profile = entities.live(Profile.self, Observable(place.account.map { [$0] } ?? []))
        return profile.flatMap(on: services.clock, with: columns) { row, columns in
            (row.value.map(Recipes.account) ?? []).map { $0.terminalRow(columns: columns) }
        }
    }
}

/// What the rows of a screen depend on besides its posts.
struct RowSetting: Hashable, Sendable {
    let place: FeedPlace
    let recipe: RecipeSetting
    let filter: PostFilter
    /// How deep posts stand in a thread.
    let levels: [String: Int]
}

extension ListedPost {
    /// Whether a filter lets it through. What cannot be read is shown where all is.
    func isShown(by filter: PostFilter) -> Bool { filter.isEmpty || left.value.map(filter.includes) ?? false }

    /// Its rows, none where the filter does not let it through; of a post that cannot be read one that says why.
    func rows(_ setting: RowSetting) -> [PostRow] {
        guard isShown(by: setting.filter) else { return [] }
        switch left.result {
        case .success(let post):
            let shown = ShownPost(post: post, isOpen: right != nil, level: setting.levels[post.id] ?? 0)
            return setting.place.recipe(shown, setting.recipe)
        case .failure(let error): return Recipes.gone(id.key, reason: "\(error)")
        }
    }
}
