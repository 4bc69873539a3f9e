import Foundation
import Millrace
import MillraceApp

/// The links of the Matrix protocol that the chat understands: `matrix:` and `https://matrix.to`. They are read only.
public let matrixLinks = DeepLinks<Route<ChatPlace>>(at: "matrix:", "https://matrix.to") {
    DeepLink({ (room: String) in Route.room("!\(room)") }) { "roomid" / String.self }
    DeepLink({ (room: String, event: String) in Route.room("!\(room)", at: "$\(event)") }) {
        "roomid" / String.self
        "e" / String.self
    }
    DeepLink({ (room: String) in Route.room("#\(room)") }) { "r" / String.self }
    DeepLink({ (room: String, event: String) in Route.room("#\(room)", at: "$\(event)") }) {
        "r" / String.self
        "e" / String.self
    }
    DeepLink({ (user: String) in Route(.rooms, .person("@\(user)")) }) { "u" / String.self }
    DeepLink({ (fragment: String) in fragment }) { DeepLinkFragment(String.self) }.map(route(ofWebLink:)) { _ in nil }
}

/// The place of a link such as `https://matrix.to/#/!tea:example.org/$event`: the names begin with the signs of their
/// kinds.
private func route(ofWebLink fragment: String) -> Route<ChatPlace>? {
    // Behind a question mark stand servers that know the room, which the homeserver finds by itself.
    let names = fragment.drop { $0 == "/" }.prefix { $0 != "?" }.split(separator: "/").map(String.init)
    guard let name = names.first else { return nil }
    if name.hasPrefix("@") { return Route(.rooms, .person(name)) }
    guard name.hasPrefix("!") || name.hasPrefix("#") else { return nil }
    return .room(name, at: names.dropFirst().first.flatMap { $0.hasPrefix("$") ? $0 : nil })
}

/// Makes what opens links: each as soon as somebody is signed in, and what the user is in is known.
///
/// A room that the user is not in is offered for joining.
func makeLinkOpener(
    session: Store<SessionState>,
    rooms: Store<RoomsState>,
    on dispatcher: Dispatcher
) -> DeepLinkOpener<Route<ChatPlace>> {
    DeepLinkOpener(matrixLinks, on: dispatcher) { route in
        Observable.select { [session = session.state, rooms = rooms.state] read in
            guard read(session).account != nil else { return false }
            // Only when everything is here is it known that the user is not in a room.
            guard let room = route.room else { return true }
            return read(rooms).room(named: room) != nil || read(rooms).status == .upToDate
        }
    } opening: { route in
        Go.show(rooms.state.value.place(of: route))
    }
}

extension RoomsState {
    /// The room with an identity, or with an address for people.
    func room(named name: String) -> Room? { rooms[id: name] ?? rooms.first { $0.alias == name } }

    /// The place that the route of a link leads to.
    fileprivate func place(of route: Route<ChatPlace>) -> Route<ChatPlace> {
        guard let name = route.room else { return route }
        if let room = room(named: name) { return .room(room.id, at: route.event) }
        var place = Route<ChatPlace>(.rooms)
        place.present(.join(name, event: route.event))
        return place
    }
}
