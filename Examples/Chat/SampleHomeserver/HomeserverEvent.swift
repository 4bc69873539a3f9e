import MatrixChat

/// An event at its place among all events of a homeserver.
public struct HomeserverEvent: Sendable {
    /// The place, counted from one.
    public let position: Int
    /// The event as it is told.
    public internal(set) var event: JSONValue

    /// Its identity; empty where it has none.
    var id: String { event["event_id"]?.string ?? "" }

    /// Whether it says something about the room or one of its members.
    var isState: Bool { event["state_key"]?.string != nil }

    /// Whether it says the same as another event, and has the same sender.
    func isLike(_ other: JSONValue) -> Bool {
        ["type", "sender", "content"].allSatisfy { event[$0] == other[$0] }
    }

    /// Whether it is a message that somebody else than the user has written.
    var isMessageOfOthers: Bool {
        event["type"]?.string == "m.room.message" && event["sender"]?.string != SampleHomeserver.user
    }
}

extension JSONValue {
    /// An event, as somebody sends it: without an identity and a time.
    ///
    /// - Parameter key: Of what it is the state; nil for an event that is none.
    public static func event(
        _ kind: String,
        by sender: String,
        key: String? = nil,
        _ content: JSONValue,
        unsigned: JSONValue? = nil
    ) -> JSONValue {
        var members: [String: JSONValue] = ["type": .string(kind), "sender": .string(sender), "content": content]
        members["state_key"] = key.map { .string($0) }
        members["unsigned"] = unsigned
        return .object(members)
    }

    /// The object with another value of a member; without it for nil.
    func replacing(_ name: String, _ value: JSONValue?) -> JSONValue {
        var members = object ?? [:]
        members[name] = value
        return .object(members)
    }
}
