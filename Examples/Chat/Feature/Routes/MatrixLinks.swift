import Foundation
import Millrace
import MillraceApp

/// What a link of the Matrix protocol names.
private enum MatrixLink: Hashable, Sendable {
    /// `matrix:roomid/tea:example.org`
    case identity(String)
    /// `matrix:r/tea:example.org`
    case address(String)
    /// `https://matrix.to/#/!tea:example.org`
    case web(String)

    /// The room, with the sign that its kind begins with.
    var room: String? {
        switch self {
        case .identity(let name): return "!\(name)"
        case .address(let name): return "#\(name)"
        case .web(let text):
            // Behind a question mark stand servers that know the room, which the homeserver finds by itself.
            let name = text.drop { $0 == "/" }.prefix { $0 != "?" && $0 != "/" }
            return name.hasPrefix("!") || name.hasPrefix("#") ? String(name) : nil
        }
    }

    var route: Route<ChatPlace>? { room.map { Route(.rooms, .room($0)) } }

    init?(_ route: Route<ChatPlace>) {
        guard let room = route.room, let sign = room.first else { return nil }
        switch sign {
        case "!": self = .identity(String(room.dropFirst()))
        case "#": self = .address(String(room.dropFirst()))
        default: return nil
        }
    }
}

/// The links of the Matrix protocol that the chat understands: `matrix:` and `https://matrix.to`.
public let matrixLinks = Links<Route<ChatPlace>>(at: "matrix:", "https://matrix.to") {
    Link(MatrixLink.identity) { "roomid" / String.self }.map(\.route) { MatrixLink($0) }
    Link(MatrixLink.address) { "r" / String.self }.map(\.route) { MatrixLink($0) }
    Link(MatrixLink.web) { LinkFragment(String.self) }.map(\.route) { MatrixLink($0) }
}

extension Chat {
    /// Makes what opens links: each as soon as somebody is signed in and its room is there.
    public func makeLinkOpener() -> LinkOpener<Route<ChatPlace>> {
        let (rooms, dispatcher) = (rooms, dispatcher)
        return LinkOpener(matrixLinks) { route in
            combine(self.session.state, rooms.state).map { session, rooms in
                session.account != nil && route.room.flatMap { rooms.room(named: $0) } != nil
            }
            .removeDuplicates()
        } open: { route in
            guard let name = route.room, let room = rooms.state.value.room(named: name) else { return }
            dispatcher.dispatch(Go.show(Route(.rooms, .room(room.id))))
        }
    }
}

extension RoomsState {
    /// The room with an identity, or with an address for people.
    func room(named name: String) -> Room? { rooms[id: name] ?? rooms.first { $0.alias == name } }
}
