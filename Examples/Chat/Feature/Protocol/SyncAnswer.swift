/// What is new since the last answer.
public struct SyncAnswer: Equatable, Sendable {
    /// The token to ask with next.
    public var next: String
    /// The rooms in which something is new, in the order of their identities.
    public var rooms: [RoomUpdate] = []
    /// How many rooms of the answer could not be read.
    public var damagedRooms = 0

    /// An answer that is no object, or has no token.
    public struct Damage: Error, CustomStringConvertible {
        public var description: String { "the answer has no token to go on with" }
    }

    /// Creates an answer.
    public init(next: String, rooms: [RoomUpdate] = []) { (self.next, self.rooms) = (next, rooms) }

    /// Reads an answer. Whatever is odd in it damages as little as possible.
    public init(_ json: JSONValue) throws(Damage) {
        guard let next = json["next_batch"]?.string else { throw Damage() }
        self.init(next: next)
        for membership in Room.Membership.allCases {
            for (id, value) in (json["rooms"]?[membership.memberInAnswer]?.object ?? [:]).sorted(by: { $0.key < $1.key }
            ) {
                guard value.object != nil else {
                    damagedRooms += 1
                    continue
                }
                rooms.append(RoomUpdate(id, membership, value))
            }
        }
    }

    /// The transactions that the events of this answer confirm.
    var transactions: Set<String> { Set(rooms.flatMap { $0.events.compactMap(\.transaction) }) }
}

/// What is new in one room.
public struct RoomUpdate: Equatable, Sendable {
    public var id: String
    public var membership: Room.Membership
    /// What has changed about the room and its members, in order.
    public var facts: [RoomFact] = []
    /// The new events, the oldest first.
    public var events: [TimelineEvent] = []
    /// Whether there are events before these that are not in the answer.
    public var isLimited = false
    /// The token of the place before the events.
    public var previous: String?
    public var unread: Int?
    public var highlights: Int?
    /// The members after whom a room without a name is called.
    public var heroes: [String]?

    /// Creates an update of a room that the user is in.
    public init(_ id: String, _ membership: Room.Membership = .joined, events: [TimelineEvent] = []) {
        (self.id, self.membership, self.events) = (id, membership, events)
    }

    init(_ id: String, _ membership: Room.Membership, _ json: JSONValue) {
        self.init(id, membership)
        let timeline = json["timeline"]
        let written = timeline?["events"]?.array ?? []
        events = written.map { TimelineEvent($0) }
        let state = json["state"]?["events"]?.array ?? json["invite_state"]?["events"]?.array ?? []
        facts = (state + written).compactMap { RoomFact($0) }
        isLimited = timeline?["limited"]?.bool ?? false
        previous = timeline?["prev_batch"]?.string
        unread = json["unread_notifications"]?["notification_count"]?.int
        highlights = json["unread_notifications"]?["highlight_count"]?.int
        heroes = json["summary"]?["m.heroes"]?.array?.compactMap(\.string)
    }
}

/// Events before a place in a room.
public struct OlderEvents: Equatable, Sendable {
    /// The events, the newest first.
    public var events: [TimelineEvent]
    /// The token of the place before them; nil where the room begins.
    public var end: String?

    /// Creates a page.
    public init(events: [TimelineEvent], end: String?) { (self.events, self.end) = (events, end) }

    /// An answer without a list of events.
    struct Damage: Error, CustomStringConvertible { var description: String { "the answer has no events" } }

    init(_ json: JSONValue) throws(Damage) {
        guard let chunk = json["chunk"]?.array else { throw Damage() }
        self.init(events: chunk.map { TimelineEvent($0) }, end: json["end"]?.string)
    }
}

extension Room.Membership {
    fileprivate var memberInAnswer: String {
        switch self {
        case .joined: "join"
        case .invited: "invite"
        case .left: "leave"
        }
    }
}
