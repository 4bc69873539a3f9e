import Foundation

/// What is new since the last answer.
struct SyncAnswer: Equatable, Codable, Sendable {
    /// The token to ask with next.
    var next: String
    /// The rooms in which something is new, the one in which something has happened last first.
    var rooms: [RoomUpdate] = []
    /// The answer as the homeserver has sent it, until it is saved; nil for one that was.
    private(set) var received: ReceivedBytes?

    private enum CodingKeys: CodingKey { case next, rooms }

    /// Creates an answer.
    init(next: String, rooms: [RoomUpdate] = []) { (self.next, self.rooms) = (next, rooms) }

    /// Reads an answer as the homeserver sends it, and keeps it to be saved.
    init(received bytes: Data) throws {
        self = try SyncAnswer(JSONValue(bounded: bytes))
        received = ReceivedBytes(bytes: bytes)
    }

    /// Reads an answer. Whatever is odd in it damages as little as possible.
    init(_ json: JSONValue) throws(AnswerDamage) {
        guard let next = json["next_batch"]?.string else {
            throw AnswerDamage(description: "the answer has no token to go on with")
        }
        self.init(next: next)
        for membership in Room.Membership.allCases {
            for (id, value) in json["rooms"]?[membership.rawValue]?.object ?? [:] where value.object != nil {
                rooms.append(RoomUpdate(id, membership, value))
            }
        }
        rooms.sort { ($0.events.last?.time ?? 0, $1.id) > ($1.events.last?.time ?? 0, $0.id) }
    }
}

/// Bytes that a recording does not contain, since what was read from them is there.
struct ReceivedBytes: Equatable, Sendable, CustomReflectable {
    let bytes: Data

    var customMirror: Mirror { Mirror(self, children: []) }
}

/// What is new in one room.
struct RoomUpdate: Equatable, Codable, Sendable {
    var id: String
    var membership: Room.Membership
    /// What has changed about the room and its members, in order.
    var facts: [RoomFact] = []
    /// The new events, the oldest first.
    var events: [TimelineEvent] = []
    /// Whether there are events before these that are not in the answer.
    var isLimited = false
    /// The token of the place before the events.
    var previous: String?
    var unread: Int?
    var highlights: Int?
    /// The members after whom a room without a name is called.
    var heroes: [String]?
    /// The event up to which the user has read the room, here or elsewhere.
    var fullyRead: String?

    /// Creates an update of a room that the user is in.
    init(_ id: String, _ membership: Room.Membership = .joined, events: [TimelineEvent] = []) {
        (self.id, self.membership, self.events) = (id, membership, events)
    }

    init(_ id: String, _ membership: Room.Membership, _ json: JSONValue) {
        self.init(id, membership)
        let timeline = json["timeline"]
        let written = timeline?["events"]?.array ?? []
        events = written.map { TimelineEvent($0) }
        facts = (Self.state(of: json) + written).compactMap { RoomFact($0) }
        isLimited = timeline?["limited"]?.bool ?? false
        previous = timeline?["prev_batch"]?.string
        unread = json["unread_notifications"]?["notification_count"]?.int
        highlights = json["unread_notifications"]?["highlight_count"]?.int
        let data = json["account_data"]?["events"]?.array ?? []
        fullyRead = data.last { $0["type"]?.string == "m.fully_read" }?["content"]?["event_id"]?.string
        heroes = json["summary"]?["m.heroes"]?.array?.compactMap(\.string)
    }

    /// The state events that are not in the timeline.
    fileprivate static func state(of json: JSONValue) -> [JSONValue] {
        json["state"]?["events"]?.array ?? json["invite_state"]?["events"]?.array ?? []
    }
}

/// Events before a place in a room.
struct OlderEvents: Equatable, Codable, Sendable {
    /// The events, the newest first.
    var events: [TimelineEvent]
    /// The token of the place before them; nil where the room begins.
    var end: String?
    /// What is told of people in these events, the newest first.
    var facts: [RoomFact] = []

    /// Creates a page.
    init(events: [TimelineEvent], end: String?) { (self.events, self.end) = (events, end) }

    init(_ json: JSONValue) throws(AnswerDamage) {
        let chunk = try json.chunk()
        self.init(events: chunk.map { TimelineEvent($0) }, end: json["end"]?.string)
        facts = (chunk + (json["state"]?.array ?? [])).compactMap { RoomFact($0) }
    }
}

/// What an answer of the homeserver, or an event in it, must have and has not.
struct AnswerDamage: Error, CustomStringConvertible { let description: String }

extension JSONValue {
    /// The events of an answer that has nothing without them.
    func chunk() throws(AnswerDamage) -> [JSONValue] {
        guard let chunk = self["chunk"]?.array else { throw AnswerDamage(description: "the answer has no events") }
        return chunk
    }
}
