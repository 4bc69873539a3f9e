import Millrace

/// A row of a room: an event, a message that is being sent, or a gap.
public struct MessageRow: Identifiable, Equatable, Sendable {
    /// The state of the delivery of the row's content.
    public enum Delivery: Equatable, Sendable {
        /// The homeserver has sent it.
        case told
        /// It is on its way, or waits for the network.
        case onItsWay
        case refused(String)
    }

    /// What the row shows.
    public enum Content: Equatable, Sendable {
        case message(MessageContent, isEdited: Bool)
        /// Something that has happened, in words.
        case happening(String)
        case encrypted
        case deleted
        case unknown(kind: String)
        case damaged(problem: String)
        /// Events are missing here.
        case gap
    }

    /// Those who have reacted alike.
    public struct Reaction: Equatable, Sendable {
        /// How many people they are.
        public let count: Int
        /// Whether the user is one of them.
        public let isOwn: Bool
    }

    /// What a message answers.
    public struct Answered: Equatable, Sendable {
        /// Who has written it; nil where it is not known.
        public var sender: String?
        /// What it says.
        public var text = "(an older message)"
    }

    /// The event's identity, or that of something sent.
    public let id: String
    /// The user who has sent it; empty where that is not known.
    public let sender: String
    /// In milliseconds since 1970.
    public let time: Int
    /// What the row shows.
    public internal(set) var content: Content
    /// Who has reacted, by what they have reacted with.
    public var reactions: [String: Reaction] = [:]
    /// What this message answers, if it is an answer.
    public var answered: Answered?
    /// Whether what is new to the user begins with it.
    public var isFirstNew = false
    /// How far it has come.
    public var delivery = Delivery.told
    /// How much of the image is uploaded, in percent, while it is.
    public var percent: Int?
}

extension MessageRow {
    /// The row from the moment at which the user deletes it until the homeserver has done so.
    var whileBeingDeleted: MessageRow {
        var row = MessageRow(id: id, sender: sender, time: time, content: .deleted)
        row.delivery = .onItsWay
        return row
    }

    /// The message that it shows; nil for anything else.
    public var message: MessageContent? { if case .message(let message, _) = content { message } else { nil } }

    /// Whether it shows a message whose text was changed.
    public var isEdited: Bool { if case .message(_, let isEdited) = content { isEdited } else { false } }

    /// The image that it shows; nil for anything else.
    public var image: ImageContent? { if case .image(let image) = message?.kind { image } else { nil } }

    /// The rows of a room, the oldest first: its events, followed by what the user has sent.
    ///
    /// Equal arguments give equal rows. O(n) for n events.
    ///
    /// - Parameters:
    ///   - names: The names of the people in the rows.
    ///   - newAfter: The event behind which what is new begins.
    ///   - answered: Messages that are answered and are not among the room's events.
    static func rows(
        of room: Room,
        _ sent: [Sent],
        names: Names,
        user: String,
        newAfter: String?,
        answered: [String: TimelineEvent]
    ) -> [MessageRow] {
        let sent = sent.filter { !($0.event.map(room.timeline.contains) ?? false) }
        let (changes, timeline) = (SentChanges(sent, by: user), room.timeline)
        var (rows, isNew) = ([MessageRow](), false)
        for entry in timeline.entries {
            let told = entry.event.map { row(of: $0, in: timeline, names: names) }
            if var row = told ?? MessageRow(id: entry.id, sender: "", time: 0, content: .gap) {
                changes.apply(to: &row, of: entry.id, timeline.relations[entry.id])
                row.isFirstNew = isNew && entry.event?.isMessage(ofOthersThan: user) == true
                if row.isFirstNew { isNew = false }
                rows.append(row)
            }
            if entry.id == newAfter { isNew = true }
        }
        // What is about these names the event, as soon as that is known.
        var places = Dictionary(rows.indices.map { (rows[$0].id, $0) }) { $1 }
        for sent in sent {
            guard var row = row(of: sent, user: user) else { continue }
            let target = sent.event ?? sent.id
            changes.apply(to: &row, of: target, timeline.relations[target])
            places[target] = rows.count
            rows.append(row)
        }
        for (index, row) in rows.enumerated() {
            guard let target = row.message?.replyTo else { continue }
            let elsewhere = answered[target].flatMap { Self.row(of: $0, in: timeline, names: names) }
            rows[index].answered = (places[target].map { rows[$0] } ?? elsewhere).map { Answered($0) } ?? Answered()
        }
        return rows
    }

    private static func row(of sent: Sent, user: String) -> MessageRow? {
        let message: MessageContent
        switch sent.outgoing.content {
        case .text(let text): message = MessageContent(body: text)
        case .reply(let text, _): message = MessageContent(body: text, replyTo: sent.target)
        case .image(let image): message = image.message(at: sent.prepared)
        case .redaction, .edit, .reaction: return nil
        }
        let content = Content.message(message, isEdited: false)
        var row = MessageRow(id: sent.id, sender: user, time: sent.outgoing.time, content: content)
        (row.delivery, row.percent) = (sent.refusal.map { .refused($0) } ?? .onItsWay, sent.percent)
        return row
    }

    private static func row(of event: TimelineEvent, in timeline: Timeline, names: Names) -> MessageRow? {
        content(of: event, in: timeline, names: names).map { content in
            MessageRow(id: event.id, sender: event.sender, time: event.time, content: content)
        }
    }

    private static func content(of event: TimelineEvent, in timeline: Timeline, names: Names) -> Content? {
        switch event.content {
        case .message(let original):
            guard var edited = timeline.relations[event.id]?.edit(by: event.sender) else {
                return .message(original, isEdited: false)
            }
            edited.replyTo = original.replyTo
            return .message(edited, isEdited: true)
        case .membership(let change): return change.words(names, sender: event.sender).map { .happening($0) }
        case .topic(let topic): return .happening("\(names[event.sender]) changed the topic: \(topic)")
        case .name(let name): return .happening("\(names[event.sender]) named the room \(name)")
        case .replaced(let words):
            let end = words.isEmpty ? "" : ": \(words)"
            return .happening("\(names[event.sender]) replaced the room with another one\(end)")
        case .encrypted: return .encrypted
        case .redacted(let isShown): return isShown ? .deleted : nil
        case .unknown(let kind): return kind.isAboutRoom ? nil : .unknown(kind: kind)
        case .damaged(let problem): return .damaged(problem: problem)
        case .edit, .reaction, .redaction: return nil
        }
    }
}

extension MessageRow.Answered {
    fileprivate init(_ row: MessageRow) {
        sender = row.sender
        switch row.content {
        case .message(let message, _): text = message.text
        case .encrypted: text = "(encrypted)"
        default: text = "(deleted)"
        }
    }
}

extension MembershipChange {
    /// What has happened, in words; nil where nothing has.
    fileprivate func words(_ names: Names, sender: String) -> String? {
        let (who, by) = (names[user], names[sender])
        switch kind {
        case .joined: return "\(who) joined"
        case .left: return "\(who) left"
        case .invited: return "\(by) invited \(who)"
        case .removed: return "\(by) removed \(who)"
        case .banned: return "\(by) banned \(who)"
        case .renamed: return "\(formerName ?? user) is now called \(name ?? user)"
        case .otherPicture: return "\(who) changed the picture"
        case .asked: return "\(who) asked to join"
        case .unchanged: return nil
        }
    }
}

extension String {
    /// Whether an event of this kind sets up the room, which is of no interest to those who read it.
    fileprivate var isAboutRoom: Bool {
        [
            "m.room.create", "m.room.power_levels", "m.room.join_rules", "m.room.history_visibility",
            "m.room.guest_access", "m.room.encryption", "m.room.canonical_alias", "m.room.avatar",
        ].contains(self)
    }
}
