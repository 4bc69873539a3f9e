import Millrace
import MillraceApp
import MillraceEntities

/// A screen, by the list of posts that it shows. Where the reader is, is a route of these.
public enum FeedPlace: Hashable, Codable, Sendable {
    /// A timeline of the server. Each is a tab.
    case timeline(Timeline)
    /// A post, with what it answers and what answers it.
    case thread(EntityID)
    /// An account with its posts.
    case profile(EntityID)
}

/// A timeline of a server.
public enum Timeline: String, CaseIterable, Codable, Sendable {
    /// The posts of those whom the reader follows.
    case home
    /// Those of this server.
    case local
    /// Those of all servers that this one knows.
    case federated
    /// What the reader has marked with a star.
    case favourites

    /// Whether a server shows it only to somebody it knows.
    var needsLogin: Bool { self == .home || self == .favourites }
}

/// The action that goes from one screen to another.
public typealias Go = Navigate<FeedPlace>

extension FeedPlace: CustomStringConvertible {
    /// The place for people, and the name of its pages: "home", "thread 110".
    public var description: String {
        switch self {
        case .timeline(let timeline): timeline.rawValue
        case .thread(let post): "thread \(post.key)"
        case .profile(let account): "profile \(account.key)"
        }
    }

    /// The account of a profile; nil on other screens.
    var account: EntityID? { if case .profile(let id) = self { id } else { nil } }

    /// Whether it shows a post with those around it, all on one page.
    var isThread: Bool { if case .thread = self { true } else { false } }

    /// The recipe of the rows of a post on this screen.
    var recipe: @Sendable (ShownPost, RecipeSetting) -> [PostRow] {
        switch self {
        case .timeline: { Recipes.timeline($0, $1) }
        case .thread(let focus): { $0.id == focus.key ? Recipes.focus($0, $1) : Recipes.thread($0, $1) }
        case .profile: { Recipes.profile($0, $1) }
        }
    }
}

/// Makes the store of the reader's place.
///
/// - Parameter isLoggedIn: Whether there are timelines for somebody whom the server knows.
func makeRoute(isLoggedIn: Bool, on dispatcher: Dispatcher) -> Store<Route<FeedPlace>> {
    let route: Route<FeedPlace> =
        isLoggedIn
        ? Route(tabs: .timeline(.home), .timeline(.local), .timeline(.federated), .timeline(.favourites))
        : Route(tabs: .timeline(.local), .timeline(.federated))
    return Store(route, on: dispatcher, name: "route") { $0.handleNavigation() }
}
