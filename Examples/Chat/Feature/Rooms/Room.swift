import Millrace

/// A room: what is known of it, and its events.
public struct Room: Identifiable, Equatable, Codable, Sendable {
    /// What the user is in the room, as it is called in the answers of the homeserver.
    public enum Membership: String, CaseIterable, Codable, Sendable {
        case joined = "join"
        case invited = "invite"
        case left = "leave"
    }

    /// The server's identity.
    public let id: String
    /// What the user is in it.
    public internal(set) var membership: Membership
    /// Its name, if it has one.
    public internal(set) var name: String?
    /// Its address for people: `#tea:example.org`.
    public internal(set) var alias: String?
    /// What it is about.
    public internal(set) var topic: String?
    /// The members after whom a room without a name is called.
    public internal(set) var heroes: [String] = []
    /// Whether only the members' devices can read what is written. A room that is encrypted stays so.
    public internal(set) var isEncrypted = false
    /// How many events the user has not seen, by the homeserver's count.
    public internal(set) var unread = 0
    /// How many of these are meant for the user.
    public internal(set) var highlights = 0
    /// The events.
    public internal(set) var timeline = Timeline()
    /// Who is in it, or was, as far as the homeserver has told: by identity.
    var members: [String: Member] = [:]
    /// Who has invited the user.
    public internal(set) var inviter: String?
    /// The room in which it goes on; nil unless it was replaced.
    public internal(set) var successor: String?
    /// The last event that the user has seen here.
    var seen: String?
    /// The event up to which the user has read it, as the homeserver tells.
    var fullyRead: String?

    /// Takes what is new.
    mutating func take(_ update: RoomUpdate) {
        membership = update.membership
        for event in update.events { if case .redaction(let target) = event.content { forget(target) } }
        for fact in update.facts { take(fact) }
        if let heroes = update.heroes { self.heroes = heroes }
        if let unread = update.unread { self.unread = unread }
        if let highlights = update.highlights { self.highlights = highlights }
        if let fullyRead = update.fullyRead { self.fullyRead = fullyRead }
        timeline.append(update.events, from: update.previous, isLimited: update.isLimited)
    }

    /// Forgets the topic or the name that an event has given to the room, since it is deleted.
    private mutating func forget(_ event: TimelineEvent.ID) {
        switch timeline.event(event)?.content {
        case .topic(topic): topic = nil
        case .name(name): name = nil
        default: break
        }
    }

    private mutating func take(_ fact: RoomFact) {
        switch fact {
        case .name(let name): self.name = name.isEmpty ? nil : name
        case .alias(let alias): self.alias = alias
        case .topic(let topic): self.topic = topic.isEmpty ? nil : topic
        case .encrypted: isEncrypted = true
        case .invitation(let inviter): self.inviter = inviter
        case .replaced(let successor): self.successor = successor
        // See `takeMembers`.
        case .person, .left: break
        }
    }
}

extension Room {
    /// Why nothing is sent to an encrypted room.
    static let encryptionNote = "The room is encrypted, and this chat cannot encrypt."

    /// The event that the list shows as the last: a message, or what is in place of one.
    ///
    /// Cost: O(k) for the k events behind it.
    public var last: TimelineEvent? {
        for entry in timeline.entries.reversed() {
            guard let event = entry.event else { return nil }
            switch event.content {
            case .message, .encrypted, .redacted(isShown: true): return event
            default: continue
            }
        }
        return nil
    }

    /// When something has happened last, in milliseconds since 1970.
    public var lastTime: Int { timeline.entries.last?.event?.time ?? 0 }

    /// The gap that is nearest to the end; nil where the events are all here, to the room's beginning.
    public var lastGap: TimelineEntry? { timeline.entries.last { $0.isGap } }
}

/// What a state event says of a room or of one of its members.
enum RoomFact: Equatable, Codable, Sendable {
    case name(String)
    case alias(String?)
    case topic(String)
    case encrypted
    case person(Person)
    case left(String)
    /// Somebody was invited, by this person. Before the user is in the room, only the user's own one is told.
    case invitation(by: String)
    /// The room goes on in another one; nil where it is not said in which.
    case replaced(by: String?)

    /// Reads an event. Nil if it is not a state event, does not concern the chat, or is damaged. A damaged event of the
    /// timeline is shown by its ``TimelineEvent``.
    init?(_ json: JSONValue) {
        guard let key = json["state_key"]?.string else { return nil }
        // Whatever it says of how: what is sent in plain text is not taken back.
        if json["type"]?.string == "m.room.encryption" {
            self = .encrypted
            return
        }
        guard let content = json["content"], content.object != nil else { return nil }
        switch json["type"]?.string {
        case "m.room.name": self = .name(content["name"]?.string ?? "")
        case "m.room.canonical_alias": self = .alias(content["alias"]?.string)
        case "m.room.topic": self = .topic(content["topic"]?.string ?? "")
        case "m.room.tombstone": self = .replaced(by: content["replacement_room"]?.string)
        case "m.room.member" where content["membership"]?.string == "join":
            self = .person(Person(id: key, name: content["displayname"]?.string, avatar: content["avatar_url"]?.string))
        case "m.room.member" where content["membership"]?.string == "invite":
            self = .invitation(by: json["sender"]?.string ?? "")
        case "m.room.member" where content["membership"]?.string != nil: self = .left(key)
        default: return nil
        }
    }
}
