import Millrace
import MillraceApp

/// The search for the event at which a room is to be shown.
public struct EventSearch: Equatable, Sendable {
    /// How far it is.
    public enum Status: Equatable, Sendable {
        /// Older events are being fetched.
        case looking
        case found
        /// It is not in the room: everything is here, to its beginning.
        case missing
        /// Older events could not be fetched, for this reason. They are asked for again.
        case failed(String)
    }

    /// The room.
    public let room: String
    /// The event.
    public let event: String
    /// How far the search is.
    public internal(set) var status = Status.looking
    /// How often fetching has failed in a row.
    var failures = 0
}

/// Looks further, after a pause.
struct FindNext: Action {}

/// Makes the store that finds the event of a link: older pages are fetched until it is there.
func makeEventFinder(
    route: Store<Route<ChatPlace>>,
    rooms: Store<RoomsState>,
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
            return search.lookFurther(in: known.value)
        }
        store.on(GapFilled.self, after: [rooms]) { search, action in
            guard search?.room == action.room else { return .none }
            search?.failures = 0
            return search.lookFurther(in: known.value)
        }
        store.on(GapNotFilled.self) { search, action in
            guard search?.room == action.room, search?.status == .looking, let failures = search?.failures else {
                return .none
            }
            search?.failures = failures + 1
            search?.status = .failed(action.problem.message)
            guard let delay = action.problem.delay(after: failures + 1) else { return .none }
            return .run("find", .latest, after: delay) { FindNext() }
        }
        store.on(FindNext.self) { search, _ in search.lookFurther(in: known.value) }
        store.on(Synced.self, after: [rooms]) { search, _ in
            // The event may be one that has just arrived.
            search?.status == .missing ? search.lookFurther(in: known.value) : .none
        }
    }
}

extension EventSearch? {
    fileprivate mutating func lookFurther(in rooms: RoomsState) -> Effect {
        guard let search = self, search.status != .found, let room = rooms.rooms[id: search.room] else { return .none }
        if room.timeline.contains(search.event) {
            self?.status = .found
        } else if let gap = room.lastGap {
            self?.status = .looking
            return .run("find", .latest) { send in send.toAll(FillGap(room: search.room, gap: gap.id)) }
        } else {
            self?.status = .missing
        }
        return .none
    }
}
