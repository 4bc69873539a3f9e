import Millrace
import MillraceApp

/// The search for the event at which a room is to be shown.
public struct EventSearch: Equatable, Sendable {
    /// How far it is.
    public enum Status: Equatable, Sendable {
        /// The homeserver is asked for it, or older events are being fetched.
        case looking
        case found
        /// It is not in the room: the homeserver says so, or everything is here, to its beginning.
        case missing
        /// The homeserver could not be asked, for this reason. It is asked again.
        case failed(String)
    }

    /// The room.
    public let room: String
    /// The event.
    public let event: String
    /// How far the search is.
    public internal(set) var status = Status.looking
    /// Whether the homeserver says that it is in the room. Only then are older events fetched until it is here.
    var isThere = false
}

/// The homeserver says that the event that is looked for is in the room.
struct EventIsThere: Action {}

private struct EventNotFound: Action { let problem: ChatProblem }

/// Finds the event of a link: if the homeserver has it, older pages are fetched until it is here.
func registerSearch(_ rooms: Store<RoomsState>, route: Store<Route<ChatPlace>>, with services: ChatServices) {
    rooms.on(Go.self, after: [route]) { state, _ in
        guard let event = route.state.value.event, let room = route.state.value.room else {
            state.search = nil
            return .cancel("find")
        }
        guard state.search?.room != room || state.search?.event != event else { return .none }
        state.search = EventSearch(room: room, event: event)
        return [.cancel("find"), state.lookFurther(with: services)]
    }
    rooms.on(EventIsThere.self) { state, _ in
        state.search?.isThere = true
        return state.lookFurther(with: services)
    }
    rooms.on(EventNotFound.self) { state, action in
        guard case .refused = action.problem else {
            state.search?.status = .failed(action.problem.message)
            return
        }
        state.search?.status = .missing
    }
}

extension RoomsState {
    /// Looks for the event among those that are here. If it is not, the homeserver is asked whether the room has it;
    /// and if that is so, for a page of older events.
    mutating func lookFurther(_ policy: OverlapPolicy = .first, with services: ChatServices) -> Effect {
        noteFound()
        guard let search, search.status != .found, let room = rooms[id: search.room] else { return .none }
        self.search?.status = .looking
        guard search.isThere else {
            return .asking("find", .latest, againOn: services.clock) { send in
                try await services.client.send(ContextRequest(room: search.room, event: search.event))
                send(EventIsThere())
            } failing: {
                EventNotFound(problem: $0)
            }
        }
        guard room.lastGap != nil else {
            self.search?.status = .missing
            return .none
        }
        return fetchOlder(of: search.room, policy, with: services)
    }

    /// Ends the search if the event is here.
    mutating func noteFound() {
        guard let search, rooms[id: search.room]?.timeline.contains(search.event) == true else { return }
        self.search?.status = .found
    }
}
