import MatrixChat
import MillraceNetwork

// Who is in which room, and who everybody is.
extension HomeserverState {
    /// Invites the user to a room.
    public mutating func invite(to room: String, named name: String, by user: String, called: String? = nil) {
        position += 1
        rooms[room, default: Room()].changed = position
        rooms[room]?.invitation = [
            .event("m.room.name", by: user, key: "", ["name": .string(name)]),
            .event("m.room.member", by: user, key: SampleHomeserver.user, ["membership": "invite"]),
        ]
        if let called { rooms[room]?.invitation.append(.event("m.room.member", by: user, key: user, member(called))) }
    }

    mutating func join(_ room: String) -> Response {
        guard let present = rooms[room] else { return .problem(404, "M_NOT_FOUND") }
        guard !closedRooms.contains(room) else { return .problem(403, "M_FORBIDDEN") }
        if present.isOutside || !present.invitation.isEmpty {
            rooms[room]?.isOutside = false
            rooms[room]?.invitation = []
            for event in present.invitation where event["state_key"]?.string != SampleHomeserver.user {
                add(event, to: room)
            }
            let user = SampleHomeserver.user
            add(.event("m.room.member", by: user, key: user, ["membership": "join", "displayname": "You"]), to: room)
            rooms[room]?.joined = position
        }
        return .json(["room_id": .string(room)])
    }

    mutating func leave(_ room: String) -> Response {
        guard rooms[room] != nil else { return .problem(404, "M_NOT_FOUND") }
        guard !closedRooms.contains(room) else { return .problem(403, "M_FORBIDDEN") }
        position += 1
        rooms[room]?.isOutside = true
        rooms[room]?.invitation = []
        rooms[room]?.changed = position
        return .json([:])
    }

    func members(of room: String) -> Response {
        guard let room = rooms[room], !room.isOutside, tellsMembers else { return .problem(403, "M_FORBIDDEN") }
        let joined = room.state(of: room.events).filter { event in
            event["type"] == "m.room.member" && event["content"]?["membership"] == "join"
        }
        return .json(["chunk": .array(joined)])
    }

    func profile(_ user: String) -> Response {
        if let profile = profiles[user] { return .json(profile) }
        for room in rooms.keys.sorted() {
            if let content = rooms[room]?.memberContent(user) { return .json(content) }
        }
        return .problem(404, "M_NOT_FOUND")
    }
}

extension HomeserverState.Room {
    /// What the last membership event of somebody says.
    func memberContent(_ user: String) -> JSONValue? {
        events.last { $0.isState && $0.event["type"] == "m.room.member" && $0.event["state_key"]?.string == user }?
            .event["content"]
    }
}
