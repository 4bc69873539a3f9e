import Millrace

/// A room in the list.
public struct RoomRow: Identifiable, Equatable, Sendable {
    /// The room's identity.
    public let id: String
    /// What the user is in it.
    public let membership: Room.Membership
    /// Whether it is encrypted.
    public let isEncrypted: Bool
    /// How many events are not seen.
    public let unread: Int
    /// How many of these are meant for the user.
    public let highlights: Int
    /// When something has happened last, in milliseconds since 1970.
    public let time: Int
    let name: String?
    let heroes: [String]
    let last: TimelineEvent?
    /// What the people in the row are called in this room.
    private let own: [String: String]

    init(_ room: Room) {
        (id, membership, isEncrypted) = (room.id, room.membership, room.isEncrypted)
        (unread, highlights, time) = (room.unread, room.highlights, room.lastTime)
        let last = room.last
        (name, heroes, self.last) = (room.name ?? room.alias, room.heroes, last)
        let people = heroes + (last.map { [$0.sender] } ?? [])
        own = Dictionary(people.compactMap { user in room.members[user]?.person.name.map { (user, $0) } }) { $1 }
    }

    /// Whether the user is not in it yet.
    public var isInvitation: Bool { membership == .invited }

    /// What the room is called: its name, its alias, or its members.
    public func title(_ names: Names) -> String {
        if let name { return name }
        return heroes.isEmpty ? "Empty room" : heroes.map { own[$0] ?? names[$0] }.joined(separator: ", ")
    }

    /// The last message, with who has written it.
    public func excerpt(_ names: Names) -> String? {
        guard let last else { return nil }
        let name = own[last.sender] ?? names[last.sender]
        switch last.content {
        case .message(let message):
            let line = message.text.split(whereSeparator: \.isNewline).first ?? ""
            return message.kind == .emote ? "* \(name) \(line)" : "\(name): \(line)"
        case .encrypted: return "\(name): (encrypted)"
        default: return "(deleted)"
        }
    }
}

extension MessageContent {
    /// The message as it is shown: of an image what stands for it.
    var text: String { if case .image(let image) = kind { image.caption(body) } else { body } }
}

extension ImageContent {
    /// What stands for the image in a text: its name, its size in pixels and in bytes.
    func caption(_ name: String) -> String {
        var pixels = ""
        if let width, let height { pixels = " \(width)×\(height)" }
        return "[image \(name)\(pixels)\(byteCount.map { " \($0.inBytes)" } ?? "")]"
    }
}

/// How much is unread in all rooms.
public struct Badge: Equatable, Sendable {
    /// How many events are not seen.
    public var unread = 0
    /// How many of these are meant for the user.
    public var highlights = 0
    /// How many rooms the user is invited to.
    public var invitations = 0
}

/// A member after whom a room is called.
private struct Hero: Identifiable, Equatable {
    struct ID: Hashable { let room, user: String }

    let id: ID
}

extension Chat {
    /// The names that occur in the names of rooms. O(k log n) for k rooms that have changed.
    public var titleNames: Observable<Names> {
        let heroes = liveRooms.flatMap { room in
            room.name == nil ? Set(room.heroes).sorted().map { Hero(id: Hero.ID(room: room.id, user: $0)) } : []
        }
        .distinct(by: \.id.user)
        return entities.names(of: heroes.observable.map { $0.map(\.id.user) })
    }

    /// The rooms that have what is searched for in their names: first those that the user is in, then the invitations,
    /// and of each kind first the one in which something has happened last.
    public var list: LiveView<RoomRow> {
        let condition = combine(search, titleNames).map { text, names -> (RoomRow) -> Bool in
            { text.isEmpty || $0.title(names).localizedCaseInsensitiveContains(text) }
        }
        return liveRooms.map { RoomRow($0) }
            .filter(condition)
            .sorted { ($0.isInvitation ? 0 : 1, $0.time, $1.id) > ($1.isInvitation ? 0 : 1, $1.time, $0.id) }
    }

    /// How much is unread in all rooms, whatever is searched for.
    public var badge: Observable<Badge> {
        let all = liveRooms
        let joined = all.filter { $0.membership == .joined }
        let invitations = all.filter { $0.membership == .invited }.count
        return combine(joined.sum(of: \.unread), joined.sum(of: \.highlights), invitations).map {
            Badge(unread: $0, highlights: $1, invitations: $2)
        }
        .removeDuplicates()
    }

    /// How many events could not be read.
    public var damagedCount: Observable<Int> { liveRooms.sum(of: \.timeline.damagedCount) }
}

extension Int {
    /// The number as a number of bytes, in the largest unit of which there is one at least.
    var inBytes: String {
        self < 1_000 ? "\(self) B" : self < 1_000_000 ? "\(self / 1_000) kB" : "\(self / 1_000_000) MB"
    }
}
