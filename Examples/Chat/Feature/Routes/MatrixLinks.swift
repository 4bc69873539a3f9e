import Foundation
import Millrace
import MillraceApp

/// What a link of the Matrix protocol names.
private enum MatrixLink: Hashable, Sendable {
    /// `matrix:roomid/tea:example.org`
    case identity(String)
    /// `matrix:roomid/tea:example.org/e/event`
    case eventOfIdentity(String, String)
    /// `matrix:r/tea:example.org`
    case address(String)
    /// `matrix:r/tea:example.org/e/event`
    case eventOfAddress(String, String)
    /// `matrix:u/ada:example.org`
    case person(String)
    /// `https://matrix.to/#/!tea:example.org/$event`
    case web(String)

    /// The place, whose names begin with the signs of their kinds.
    var route: Route<ChatPlace>? {
        switch self {
        case .identity(let name): return .room("!\(name)")
        case .eventOfIdentity(let name, let event): return .room("!\(name)", at: "$\(event)")
        case .address(let name): return .room("#\(name)")
        case .eventOfAddress(let name, let event): return .room("#\(name)", at: "$\(event)")
        case .person(let name): return Route(.rooms, .person("@\(name)"))
        case .web(let text):
            // Behind a question mark stand servers that know the room, which the homeserver finds by itself.
            let names = text.drop { $0 == "/" }.prefix { $0 != "?" }.split(separator: "/").map(String.init)
            guard let name = names.first else { return nil }
            if name.hasPrefix("@") { return Route(.rooms, .person(name)) }
            guard name.hasPrefix("!") || name.hasPrefix("#") else { return nil }
            return .room(name, at: names.dropFirst().first.flatMap { $0.hasPrefix("$") ? $0 : nil })
        }
    }

    init?(_ route: Route<ChatPlace>) {
        guard route.presented.isEmpty, let place = route.tabs.first?.pushed else { return nil }
        func name(_ text: String) -> String { String(text.dropFirst()) }
        switch (place.first, place.dropFirst().first) {
        case (.room(let room), nil) where room.hasPrefix("!"): self = .identity(name(room))
        case (.room(let room), nil) where room.hasPrefix("#"): self = .address(name(room))
        case (.room(let room), .event(let event)) where room.hasPrefix("!") && event.hasPrefix("$"):
            self = .eventOfIdentity(name(room), name(event))
        case (.room(let room), .event(let event)) where room.hasPrefix("#") && event.hasPrefix("$"):
            self = .eventOfAddress(name(room), name(event))
        case (.person(let person), nil) where person.hasPrefix("@"): self = .person(name(person))
        default: return nil
        }
    }
}

/// The links of the Matrix protocol that the chat understands: `matrix:` and `https://matrix.to`.
public let matrixLinks = DeepLinks<Route<ChatPlace>>(at: "matrix:", "https://matrix.to") {
    DeepLink(MatrixLink.identity) { "roomid" / String.self }.map(\.route) { MatrixLink($0) }
    DeepLink(MatrixLink.eventOfIdentity) {
        "roomid" / String.self
        "e" / String.self
    }
    .map(\.route) { MatrixLink($0) }
    DeepLink(MatrixLink.address) { "r" / String.self }.map(\.route) { MatrixLink($0) }
    DeepLink(MatrixLink.eventOfAddress) {
        "r" / String.self
        "e" / String.self
    }
    .map(\.route) { MatrixLink($0) }
    DeepLink(MatrixLink.person) { "u" / String.self }.map(\.route) { MatrixLink($0) }
    DeepLink(MatrixLink.web) { DeepLinkFragment(String.self) }.map(\.route) { MatrixLink($0) }
}

extension Chat {
    /// Makes what opens links: each as soon as somebody is signed in, and what the user is in is known.
    ///
    /// A room that the user is not in is offered for joining.
    public func makeLinkOpener() -> DeepLinkOpener<Route<ChatPlace>> {
        let (rooms, dispatcher) = (rooms, dispatcher)
        return DeepLinkOpener(matrixLinks) { route in
            combine(self.session.state, rooms.state).map { session, rooms in
                guard session.account != nil else { return false }
                // Only when everything is here is it known that the user is not in a room.
                guard let room = route.room else { return true }
                return rooms.room(named: room) != nil || rooms.status == .upToDate
            }
            .removeDuplicates()
        } open: { route in
            dispatcher.dispatch(Go.show(rooms.state.value.place(of: route)))
        }
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
