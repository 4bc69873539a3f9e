import Millrace

/// The homeserver sends a message that is answered.
struct AnsweredTold: Action {
    let room: String
    let event: TimelineEvent
}

/// It does not: the user may not see it, or it could not be asked for. It is asked for again when the room is opened again.
private struct AnsweredNotTold: Action {}

/// Takes messages that are answered, and are far above the others.
func registerAnswered(_ rooms: Store<RoomsState>) {
    rooms.on(AnsweredTold.self) { state, action in
        if action.room == state.open { state.answered[action.event.id] = .some(action.event) }
    }
    rooms.on(AnsweredNotTold.self) { _, _ in }
}

extension RoomsState {
    /// Asks for the messages that are answered in the room that is shown and are not here, each once. O(n) for the events
    /// of the room.
    mutating func askForAnswered(with services: ChatServices) -> Effect {
        guard status != .off, let open, let timeline = rooms[id: open]?.timeline else { return .none }
        let missing = timeline.entries.compactMap { entry -> String? in
            guard case .message(let message) = entry.event?.content, let target = message.replyTo,
                !timeline.contains(target), answered[target] == nil
            else { return nil }
            answered[target] = .some(nil)
            return target
        }
        return Effect(
            missing.map { target in
                .asking("answered \(target)", .first) { send in
                    let request = EventRequest(room: open, event: target)
                    send(AnsweredTold(room: open, event: try await services.client.send(request)))
                } failing: { _ in
                    AnsweredNotTold()
                }
            }
        )
    }
}
