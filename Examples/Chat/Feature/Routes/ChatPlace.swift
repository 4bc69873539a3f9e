import Millrace
import MillraceApp

/// A place in the chat. Where the user is, is a route of these.
public enum ChatPlace: Hashable, Codable, Sendable {
    /// The list of the rooms.
    case rooms
    /// A room, by its identity, "!tea:example.org", or its address for people, "#tea:example.org".
    case room(String)
    /// An event of the room below it.
    case event(String)
    /// The image of an event of the room below it, over the whole screen.
    case image(String)
    /// A person, by the identity: "@ada:example.org".
    case person(String)
    /// The search for a room, over the rest.
    case search
    /// The question for the file of an image that is to be sent.
    case attach
    /// The question which room to join, and at which event to show it. The room is empty if none is proposed.
    case join(String, event: String?)
    /// The question whether to leave a room, or to decline the invitation to it.
    case leave(String)
    /// The question whether to delete an event of the room.
    case delete(String)
    /// The question what to react with to a message of the room.
    case react(String)
    /// The question whether to quit, though something is written that was not sent.
    case quit
}

/// The action that goes from one place to another.
public typealias Go = Navigate<ChatPlace>

extension Route<ChatPlace> {
    /// A room at an event, or at its end.
    static func room(_ room: String, at event: String? = nil) -> Route {
        event.map { Route(.rooms, .room(room), .event($0)) } ?? Route(.rooms, .room(room))
    }

    /// The room that is shown, if one is, also below a person or an image.
    var room: String? {
        for case .room(let room) in tabs[0].screens.reversed() { return room }
        return nil
    }

    /// The event at which the room is shown.
    var event: String? { if case .event(let event) = tabs[0].top { event } else { nil } }

    /// The person who is shown.
    var person: String? { if case .person(let person) = tabs[0].top { person } else { nil } }

    /// The event whose image is shown.
    var image: String? { if case .image(let event) = tabs[0].top { event } else { nil } }

    /// Whether a room is searched for.
    var isSearching: Bool { top == .search }

    /// What is presented: a question, or the search.
    var question: ChatPlace? { presented.last?.root }
}

/// Makes the store of the route, which begins at the list of the rooms.
func makeRoute(on dispatcher: Dispatcher) -> Store<Route<ChatPlace>> {
    Store(Route(.rooms), on: dispatcher, name: "route") { $0.handleNavigation() }
}
