import Millrace
import MillraceApp

/// A place in the chat. Where the user is, is a route of these.
public enum ChatPlace: Hashable, Codable, Sendable {
    /// The list of the rooms.
    case rooms
    /// A room, by its identity, "!tea:example.org", or its address for people, "#tea:example.org".
    case room(String)
    /// The search for a room, over the rest.
    case search
}

/// The action that goes from one place to another.
public typealias Go = Navigate<ChatPlace>

extension Route<ChatPlace> {
    /// The room that is shown, if one is.
    var room: String? { if case .room(let room) = tabs[0].top { room } else { nil } }

    /// Whether a room is searched for.
    var isSearching: Bool { top == .search }
}

/// Makes the store of the route, which begins at the list of the rooms.
func makeRoute(on dispatcher: Dispatcher) -> Store<Route<ChatPlace>> {
    Store(Route(.rooms), on: dispatcher, name: "route") { $0.navigates() }
}
