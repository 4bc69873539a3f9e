import MatrixChat
import MillraceNetwork

// Who is in which room, and who everybody is.
extension HomeserverState {
    /// Makes a room that the user is not in, and may join if it is not closed.
    public mutating func addRoomOutside(_ room: String, alias: String? = nil) {
        say("Welcome.", in: room)
        if let alias {
            let content: JSONValue = ["alias": .string(alias)]
            add(.event("m.room.canonical_alias", by: "@ada:sample.example", key: "", content), to: room)
            aliases[alias] = room
        }
        rooms[room]?.isOutside = true
    }

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

    /// Gives somebody another name, in all rooms, as a homeserver does it.
    public mutating func rename(_ user: String, _ name: String) {
        profiles[user] = ["displayname": .string(name)]
        for room in rooms.keys.sorted() where rooms[room]?.hasMember(user) == true { self.name(user, name, in: room) }
    }

    /// Removes the user from a room, as somebody else.
    public mutating func removeUser(from room: String, by sender: String = "@ada:sample.example") {
        let before: JSONValue = ["prev_content": ["membership": "join"]]
        let (user, content): (String, JSONValue) = (SampleHomeserver.user, ["membership": "leave"])
        add(.event("m.room.member", by: sender, key: user, content, unsigned: before), to: room)
        rooms[room]?.isOutside = true
        rooms[room]?.changed = position
    }

    /// Answers requests about memberships and profiles; nil if it is none.
    mutating func membershipAnswer(to call: HomeserverCall) -> Response? {
        let parts = call.parts
        switch (call.method, parts.first) {
        case (.post, "join") where parts.count == 2: return join(aliases[parts[1]] ?? parts[1])
        case (.post, "rooms") where parts.count == 3 && parts[2] == "leave": return leave(parts[1])
        case (.get, "rooms") where parts.count == 3 && parts[2] == "members": return members(of: parts[1])
        case (.get, "profile") where parts.count == 2: return profile(parts[1])
        default: return nil
        }
    }

    private mutating func join(_ room: String) -> Response {
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

    private mutating func leave(_ room: String) -> Response {
        guard rooms[room] != nil else { return .problem(404, "M_NOT_FOUND") }
        guard !closedRooms.contains(room) else { return .problem(403, "M_FORBIDDEN") }
        position += 1
        rooms[room]?.isOutside = true
        rooms[room]?.invitation = []
        rooms[room]?.changed = position
        return .json([:])
    }

    private func members(of room: String) -> Response {
        guard let room = rooms[room], !room.isOutside, tellsMembers else { return .problem(403, "M_FORBIDDEN") }
        let joined = room.state(of: room.events).filter { event in
            event["type"] == "m.room.member" && event["content"]?["membership"] == "join"
        }
        return .json(["chunk": .array(joined)])
    }

    private func profile(_ user: String) -> Response {
        if let profile = profiles[user] { return .json(profile) }
        for room in rooms.keys.sorted() {
            if let content = rooms[room]?.memberContent(user) { return .json(content) }
        }
        return .problem(404, "M_NOT_FOUND")
    }
}

extension HomeserverState.Room {
    /// What the last membership event of somebody says.
    fileprivate func memberContent(_ user: String) -> JSONValue? {
        events.last { $0.isState && $0.event["type"] == "m.room.member" && $0.event["state_key"]?.string == user }?
            .event["content"]
    }

    fileprivate func hasMember(_ user: String) -> Bool { memberContent(user)?["membership"] == "join" }
}
