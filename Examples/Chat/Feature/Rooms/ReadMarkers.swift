import Millrace

/// The user sees a room.
struct RoomSeen: Action {
    let room: String
    /// Whether its end is seen, and neither what is far above it nor a page over it.
    var isAtEnd = true
    /// Whether the homeserver is told that it is read; false if it is only looked at.
    var isRead = true
}

/// The pause after a read marker is over.
private struct Marked: Action {
    let room: String
    /// The event that it named; nil if it has not arrived.
    let event: String?
}

/// A read marker has not arrived.
private struct NotMarked: Action {
    let room: String
    let problem: ChatProblem
}

/// Tells the homeserver how far the user has read. While messages pour in, a room has a marker every half a second.
func registerReadMarkers(_ rooms: Store<RoomsState>, with services: ChatServices) {
    rooms.on(RoomSeen.self) { state, action in
        if !action.isAtEnd || !action.isRead, action.room == state.open { state.noteNew() }
        guard action.isAtEnd, let room = state.rooms[id: action.room], let last = room.timeline.entries.last?.event?.id
        else {
            return .none
        }
        // Who sees the end reads nothing that is far above it.
        if room.timeline.entries.count > services.limits.keptOfOpen {
            state.rooms[id: action.room]?.timeline.trim(to: services.limits.keptOfOpen)
        }
        guard action.isRead, last != room.seen, !last.hasPrefix("damaged-") else { return .none }
        state.rooms[id: action.room]?.seen = last
        return state.marking.insert(action.room).inserted ? mark(action.room, last, services) : .none
    }
    rooms.on(Marked.self) { state, action in
        if let last = state.rooms[id: action.room]?.seen, last != action.event {
            return mark(action.room, last, services)
        }
        state.marking.remove(action.room)
        state.markFailures[action.room] = nil
        return .none
    }
    rooms.on(NotMarked.self) { state, action in
        let failures = state.markFailures[action.room, default: 0] + 1
        guard let delay = action.problem.delay(after: failures) else {
            // After the next login it is sent when the end is seen again.
            if action.problem == .signedOut { state.rooms[id: action.room]?.seen = nil }
            return .none
        }
        state.markFailures[action.room] = failures
        state.marking.insert(action.room)
        return .run("pause \(action.room)", .latest, after: delay) { Marked(room: action.room, event: nil) }
    }
}

extension RoomsState {
    /// Notes where what is new in the open room begins, unless that is noted.
    mutating func noteNew() {
        guard newAfter == nil, let user = account?.user, let room = open.flatMap({ rooms[id: $0] }) else { return }
        newAfter = room.lastReadBeforeNew(for: user)
    }
}

extension Room {
    /// The event up to which the user has read it, if others have written something since.
    fileprivate func lastReadBeforeNew(for user: String) -> String? {
        let entries = timeline.entries
        guard let last = [fullyRead, seen].compactMap({ $0.flatMap { entries.index(id: $0) } }).max() else {
            return unread > 0 ? fullyRead : nil
        }
        let isNew = entries[(last + 1)...].contains { $0.event?.isMessage(ofOthersThan: user) == true }
        return isNew ? entries[last].id : nil
    }
}

extension TimelineEvent {
    /// Whether somebody else than a user has written it.
    func isMessage(ofOthersThan user: String) -> Bool {
        switch content {
        case .message, .encrypted: sender != user
        default: false
        }
    }
}

/// Sends a marker. One that has not arrived is sent again, later each time, or when the homeserver says.
private func mark(_ room: String, _ event: String, _ services: ChatServices) -> Effect {
    [
        .asking("seen \(room)", .latest) { _ in
            try await services.client.send(ReadMarkerRequest(room: room, event: event))
        } failing: {
            NotMarked(room: room, problem: $0)
        },
        .run("pause \(room)", .latest, after: .milliseconds(500)) { Marked(room: room, event: event) },
    ]
}
