import Millrace

/// How it came about that the user is not in a room any more.
public struct Departure: Equatable, Sendable {
    /// What the room was called.
    public internal(set) var title = "A room"
    /// What has happened, in words.
    public internal(set) var words = "You are not in this room any more."
}

extension RoomsState {
    /// Notes why the user is not in a room any more, as far as the homeserver tells.
    mutating func noteDeparture(_ update: RoomUpdate) {
        guard let room = rooms[id: update.id] else { return }
        var departure = Departure()
        departure.title = RoomRow(room).title(Names())
        for event in update.events {
            guard case .membership(let change) = event.content, change.user == account?.user else { continue }
            let name = room.members[event.sender]?.person.name.map { "\($0) (\(event.sender))" } ?? event.sender
            switch change.kind {
            case .left: departure.words = "You have left this room."
            case .removed: departure.words = "\(name) has removed you from this room."
            case .banned: departure.words = "\(name) has banned you from this room."
            default: break
            }
        }
        departures[update.id] = departure
    }
}
