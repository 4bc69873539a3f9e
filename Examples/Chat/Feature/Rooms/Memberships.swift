import Millrace
import MillraceApp

/// What the user wants to join or leave, until the sync shows that it is so.
public struct MembershipsState: Equatable, Sendable {
    /// The rooms that are being joined, by what was asked for: an identity or an address. With the room's identity as
    /// soon as the homeserver has told it.
    var joining: [String: JoinedRoom] = [:]
    /// The rooms that are being left.
    var leaving: Set<String> = []
    /// The room that was joined last, and has arrived.
    var arrived: JoinedRoom?
    /// Why a room could not be joined or left.
    public internal(set) var problem: String?

    struct JoinedRoom: Equatable, Sendable {
        var room: String?
        /// The event at which the room is to be shown.
        var event: String?
    }

    /// Whether something is being joined or left.
    public var isBusy: Bool { !joining.isEmpty || !leaving.isEmpty }
}

/// The user joins a room, or accepts an invitation. When the room is there, the screen shows it, unless a message is
/// being written in another one.
struct Join: Action {
    /// The room's identity, or its address for people: `#tea:example.org`.
    let room: String
    /// The event at which it is to be shown; nil for its end.
    var event: String?
}

/// The user leaves a room, or declines an invitation.
struct Leave: Action { let room: String }

struct Joined: Action {
    let asked: String
    let room: String
}

struct MembershipNotChanged: Action {
    let room: String
    let problem: ChatProblem
}

/// Makes the store of what is joined and left.
func makeMemberships(
    rooms: Store<RoomsState>,
    with services: ChatServices,
    on dispatcher: Dispatcher
) -> Store<MembershipsState> {
    // The state alone: the handlers do not keep the store.
    let known = rooms.state
    return Store(MembershipsState(), on: dispatcher, name: "memberships") { store in
        store.on(Join.self) { state, action in
            (state.problem, state.arrived) = (nil, nil)
            state.joining[action.room] = MembershipsState.JoinedRoom(event: action.event)
            return .asking("member \(action.room)", .first) { send in
                let answer = try await services.client.send(JoinRequest(room: action.room))
                send(Joined(asked: action.room, room: answer.room_id))
            } failing: {
                MembershipNotChanged(room: action.room, problem: $0)
            }
        }
        store.on(Joined.self) { state, action in
            state.joining[action.asked]?.room = action.room
            state.noteArrivals(in: known.value)
        }
        store.on(Go.self) { state, _ in state.arrived = nil }
        store.on(Leave.self) { state, action in
            state.problem = nil
            state.leaving.insert(action.room)
            return .asking("member \(action.room)", .first) { _ in
                try await services.client.send(LeaveRequest(room: action.room))
            } failing: {
                MembershipNotChanged(room: action.room, problem: $0)
            }
        }
        store.on(MembershipNotChanged.self) { state, action in
            state.joining[action.room] = nil
            state.leaving.remove(action.room)
            if action.problem != .signedOut { state.problem = action.problem.message }
        }
        store.on(Synced.self, after: [rooms]) { state, _ in
            state.leaving = state.leaving.filter { known.value.rooms.contains(id: $0) }
            state.noteArrivals(in: known.value)
        }
        store.on(SignedOut.self) { state, _ in state = MembershipsState() }
    }
}

extension MembershipsState {
    /// Notes the rooms that were joined and have arrived.
    fileprivate mutating func noteArrivals(in rooms: RoomsState) {
        for (asked, joined) in joining.sorted(by: { $0.key < $1.key }) {
            guard let room = joined.room, rooms.rooms[id: room]?.membership == .joined else { continue }
            joining[asked] = nil
            arrived = joined
        }
    }
}
