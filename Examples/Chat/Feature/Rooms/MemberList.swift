import Millrace

/// What is known of the members of a room. The homeserver tells of those whose events it sends; the others are asked for
/// when the room is opened, since one of them may have the name of one of these.
enum MemberList: Equatable, Sendable {
    /// They are asked for. Of these members something newer has arrived meanwhile.
    case asked(newer: Set<String>)
    /// All are known.
    case told
    /// They could not be had. They are asked for again when the room is opened the next time, or after a login.
    case failed
}

/// The homeserver says who is in a room.
struct MembersTold: Action {
    let room: String
    let facts: [RoomFact]
}

struct MembersNotTold: Action { let room: String }

/// Takes who is in a room. See ``RoomsState/askForMembers(with:)``.
func registerMembers(_ rooms: Store<RoomsState>, with services: ChatServices) {
    rooms.on(MembersTold.self) { state, action in state.take(action.facts, asMembersOf: action.room) }
    rooms.on(MembersNotTold.self) { state, action in state.memberLists[action.room] = .failed }
}

extension RoomsState {
    /// Asks who is in the room that is shown, unless that is known.
    mutating func askForMembers(with services: ChatServices) -> Effect {
        guard let room = open, status != .off, memberLists[room] == nil, rooms[id: room]?.membership == .joined else {
            return .none
        }
        memberLists[room] = .asked(newer: [])
        return .asking("members \(room)", .latest) { send in
            send(MembersTold(room: room, facts: try await services.client.send(MembersRequest(room: room))))
        } failing: { _ in
            MembersNotTold(room: room)
        }
    }

    /// Notes what the events of some rooms say of their lists of members.
    mutating func noteMemberLists(_ updates: [RoomUpdate]) {
        for update in updates {
            if update.isLimited || update.membership != .joined {
                // What has happened in the gap is not known.
                memberLists[update.id] = nil
            } else if case .asked(let newer) = memberLists[update.id] {
                memberLists[update.id] = .asked(newer: newer.union(update.facts.compactMap(\.user)))
            }
        }
    }

    /// Takes the list of all members of a room, but for what is newer than it. Who is not in it, is not in the room.
    mutating func take(_ facts: [RoomFact], asMembersOf room: String) {
        guard case .asked(let newer) = memberLists[room], let known = rooms[id: room]?.members else { return }
        memberLists[room] = .told
        let present = Set(facts.compactMap(\.user))
        let gone = known.filter { $0.value.isHere && !present.contains($0.key) }.keys.sorted()
        var update = RoomUpdate(room)
        update.facts = (facts + gone.map { .left($0) }).filter { fact in !(fact.user.map(newer.contains) ?? true) }
        takeMembers([update])
    }

    /// Takes what a page of older events says of people of whom nothing newer is known.
    mutating func take(_ older: OlderEvents, asMembersOf room: String) {
        guard let known = rooms[id: room]?.members else { return }
        var update = RoomUpdate(room)
        // The newest one last, which holds.
        update.facts = older.facts.reversed().filter { fact in fact.user.map { known[$0] == nil } ?? false }
        // Who is not in the list of all is not here any more.
        if memberLists[room] == .told { update.facts += update.facts.compactMap(\.user).map { .left($0) } }
        takeMembers([update])
    }
}

extension RoomFact {
    /// The person of whom a fact about a member is.
    fileprivate var user: String? {
        switch self {
        case .person(let person): person.id
        case .left(let user): user
        default: nil
        }
    }
}
