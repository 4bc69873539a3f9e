import MillraceNetwork

/// What the chat needs to join and leave rooms, and to ask who somebody is.
public struct MembershipServices: Sendable {
    /// Joins a room, by its identity or its address, and returns its identity.
    var join: @Sendable (_ room: String) async throws -> String
    /// Leaves a room, or declines the invitation to it.
    var leave: @Sendable (_ room: String) async throws -> Void
    /// Who is in a room.
    var members: @Sendable (_ room: String) async throws -> [RoomFact]
    /// What a person is called, where no room is concerned.
    var profile: @Sendable (_ user: String) async throws -> PersonFact

    /// The services of a homeserver.
    init(of client: Client) {
        join = { room in try await client.send(JoinRequest(room: room)).room_id }
        leave = { room in try await client.send(LeaveRequest(room: room)) }
        members = { room in try await client.send(MembersRequest(room: room)) }
        profile = { user in try await client.send(ProfileRequest(user: user)) }
    }
}
