import Millrace

/// The user sees the end of a room.
public struct RoomSeen: Action {
    let room: String

    /// Creates the action.
    public init(room: String) { self.room = room }
}

/// The pause after a read marker is over.
private struct Marked: Action {
    let room: String
    let event: String
}

/// Tells the homeserver how far the user has read. While messages pour in, a room has a marker every half a second.
func registerReadMarkers(_ rooms: Store<RoomsState>, with services: ChatServices) {
    rooms.on(RoomSeen.self) { state, action in
        guard let room = state.rooms[id: action.room], let last = room.timeline.entries.last?.event?.id,
            last != room.seen, !last.hasPrefix("damaged-")
        else { return .none }
        state.rooms[id: action.room]?.seen = last
        // Who sees the end reads nothing that is far above it.
        state.rooms[id: action.room]?.timeline.trim(to: services.limits.keptOfOpen)
        return state.marking.insert(action.room).inserted ? mark(action.room, last, services) : .none
    }
    rooms.on(Marked.self) { state, action in
        if let last = state.rooms[id: action.room]?.seen, last != action.event {
            return mark(action.room, last, services)
        }
        state.marking.remove(action.room)
        return .none
    }
}

/// Sends a marker. One that does not arrive is followed by the next one.
private func mark(_ room: String, _ event: String, _ services: ChatServices) -> Effect {
    [
        .run("seen \(room)", .latest) { _ in _ = try? await services.markRead(room, event) },
        .run("pause \(room)", .latest, after: .milliseconds(500)) { Marked(room: room, event: event) },
    ]
}
