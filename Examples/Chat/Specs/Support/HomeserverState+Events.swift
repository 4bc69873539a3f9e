import MatrixChat

@testable import SampleHomeserver

// What happens on a homeserver in specs.
extension HomeserverState {
    /// Makes a room that the user is not in, and may join if it is not closed.
    mutating func addRoomOutside(_ room: String, alias: String? = nil) {
        say("Welcome.", in: room)
        if let alias {
            let content: JSONValue = ["alias": .string(alias)]
            add(.event("m.room.canonical_alias", by: "@ada:sample.example", key: "", content), to: room)
            aliases[alias] = room
        }
        rooms[room]?.isOutside = true
    }

    /// Gives somebody another name, in a room.
    mutating func name(_ user: String, _ name: String, in room: String) {
        let content: JSONValue = ["membership": "join", "displayname": .string(name)]
        let before: JSONValue = ["prev_content": ["membership": "join"]]
        add(.event("m.room.member", by: user, key: user, content, unsigned: before), to: room)
    }

    /// Gives somebody another name, in all rooms, as a homeserver does it.
    mutating func rename(_ user: String, _ name: String) {
        profiles[user] = ["displayname": .string(name)]
        for room in rooms.keys.sorted() where rooms[room]?.memberContent(user)?["membership"] == "join" {
            self.name(user, name, in: room)
        }
    }

    /// Removes the user from a room, as somebody else.
    mutating func removeUser(from room: String, by sender: String = "@ada:sample.example") {
        let before: JSONValue = ["prev_content": ["membership": "join"]]
        let (user, content): (String, JSONValue) = (SampleHomeserver.user, ["membership": "leave"])
        add(.event("m.room.member", by: sender, key: user, content, unsigned: before), to: room)
        rooms[room]?.isOutside = true
        rooms[room]?.changed = position
    }

    /// Notes that the user has read so many events of a room, on another device.
    mutating func change(readTo count: Int, in room: String) {
        position += 1
        let read = rooms[room]?.events[count - 1].position ?? 0
        rooms[room]?.readTo = read
        rooms[room]?.changed = position
    }

    /// Forgets all tokens: every device is signed out.
    mutating func signOutAll() { tokens = [] }

    /// What a room's messages, edits and reactions say, in order.
    func names(in room: String) -> [String] {
        (rooms[room]?.events ?? []).compactMap { event in
            let content = event.event["content"]
            let key = content?["m.relates_to"]?["key"]
            return (content?["m.new_content"]?["body"] ?? key ?? content?["body"])?.string
        }
    }

    /// The texts of a room's messages, in order.
    func texts(in room: String) -> [String] {
        (rooms[room]?.events ?? []).compactMap { $0.event["content"]?["body"]?.string }
    }
}
