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
    /// How often the homeserver has failed in a row.
    var failures = 0
}

/// Looks further, after a pause.
struct FindNext: Action {}

/// The homeserver says that the event is in the room. The rooms then fetch older events until it is here.
struct EventIsThere: Action, Equatable {
    let room: String
    let event: String
}

private struct EventNotFound: Action {
    let room: String
    let event: String
    let problem: ChatProblem
}

/// Makes the store that finds the event of a link: if the homeserver has it, older pages are fetched until it is here.
func makeEventFinder(
    route: Store<Route<ChatPlace>>,
    rooms: Store<RoomsState>,
    with services: ChatServices,
    on dispatcher: Dispatcher
) -> Store<EventSearch?> {
    // The states alone: the handlers do not keep the stores.
    let (place, known) = (route.state, rooms.state)
    return Store(nil, on: dispatcher, name: "event finder") { store in
        store.on(Go.self, after: [route, rooms]) { search, _ in
            guard let event = place.value.event, let room = place.value.room else {
                search = nil
                return .cancel("find")
            }
            guard search?.room != room || search?.event != event else { return .none }
            search = EventSearch(room: room, event: event)
            return search.lookFurther(in: known.value, with: services)
        }
        store.on(EventIsThere.self, after: [rooms]) { search, action in
            guard search?.room == action.room, search?.event == action.event else { return .none }
            search?.isThere = true
            search?.failures = 0
            return search.lookFurther(in: known.value, with: services)
        }
        store.on(EventNotFound.self) { search, action in
            guard search?.room == action.room, search?.event == action.event else { return .none }
            guard case .refused = action.problem else { return search.fail(action.problem) }
            search?.status = .missing
            return .none
        }
        store.on(GapFilled.self, after: [rooms]) { search, action in
            guard search?.room == action.room else { return .none }
            search?.failures = 0
            return search.lookFurther(in: known.value, with: services)
        }
        store.on(GapNotFilled.self) { search, action in
            guard search?.room == action.room, search?.status == .looking else { return .none }
            return search.fail(action.problem)
        }
        store.on(FindNext.self) { search, _ in search.lookFurther(in: known.value, with: services) }
        store.on(Synced.self, after: [rooms]) { search, _ in
            // The event may be one that has just arrived.
            guard let room = search?.room, let event = search?.event, search?.status == .missing else { return }
            if known.value.rooms[id: room]?.timeline.contains(event) == true { search?.status = .found }
        }
    }
}

extension EventSearch? {
    fileprivate mutating func lookFurther(in rooms: RoomsState, with services: ChatServices) -> Effect {
        guard let search = self, search.status != .found, let room = rooms.rooms[id: search.room] else { return .none }
        if room.timeline.contains(search.event) {
            self?.status = .found
        } else if !search.isThere {
            self?.status = .looking
            return .asking("find", .latest) {
                try await services.client.send(ContextRequest(room: search.room, event: search.event))
                return EventIsThere(room: search.room, event: search.event)
            } failing: {
                EventNotFound(room: search.room, event: search.event, problem: $0)
            }
        } else {
            self?.status = room.lastGap == nil ? .missing : .looking
        }
        return .none
    }

    /// Notes a failure, after which the search goes on when a pause is over, unless that is useless.
    fileprivate mutating func fail(_ problem: ChatProblem) -> Effect {
        let count = (self?.failures ?? 0) + 1
        self?.failures = count
        self?.status = .failed(problem.message)
        guard let delay = problem.delay(after: count) else { return .none }
        return .run("find", .latest, after: delay) { FindNext() }
    }
}
