import MillraceNetwork

// The requests about being in rooms, and about people.

/// Joins a room, by its identity or its address.
struct JoinRequest: Request {
    struct Answer: Decodable, Sendable { let room_id: String }

    let room: String

    var method: HTTPMethod { .post }
    var path: String { "/_matrix/client/v3/join/\(room.pathComponent)" }
    /// The homeserver that made a room knows it: the end of its identity.
    var query: [QueryItem] {
        guard room.hasPrefix("!"), let server = room.split(separator: ":", maxSplits: 1).dropFirst().first else {
            return []
        }
        return [QueryItem("server_name", String(server)), QueryItem("via", String(server))]
    }
    var body: RequestBody? { get throws { try .json(JSONValue.object([:])) } }
}

/// Leaves a room, or declines the invitation to it.
struct LeaveRequest: Request {
    typealias Answer = Void

    let room: String

    var method: HTTPMethod { .post }
    var path: String { "\(roomsPath)/\(room.pathComponent)/leave" }
    var body: RequestBody? { get throws { try .json(JSONValue.object([:])) } }
}

/// Asks who is in a room.
struct MembersRequest: Request {
    let room: String

    var path: String { "\(roomsPath)/\(room.pathComponent)/members" }
    var query: [QueryItem] { [QueryItem("membership", "join")] }
    /// A room may have a hundred thousand members.
    var limits: RequestLimits? { RequestLimits(attempt: .seconds(120), total: nil, answerSize: 200_000_000) }
    /// What is written has precedence.
    var priority: RequestPriority { .low }

    func decode(_ response: Response) throws -> [RoomFact] {
        try JSONValue(bounded: response.body).chunk().compactMap { RoomFact($0) }
    }
}

/// Asks what a person is called, where no room is concerned.
struct ProfileRequest: Request {
    let user: String

    var path: String { "/_matrix/client/v3/profile/\(user.pathComponent)" }

    func decode(_ response: Response) throws -> Person {
        let profile = try JSONValue(bounded: response.body)
        return Person(id: user, name: profile["displayname"]?.string, avatar: profile["avatar_url"]?.string)
    }
}
