import Millrace
import MillraceOffline

/// Something that the user sends to a room: an entry of the outbox until the homeserver has accepted it.
public struct Outgoing: OutboxEdit, Identifiable {
    /// What can be sent. What is about something else names its event; or, of what is sent itself and may not have an
    /// event yet, the identity on this device.
    public enum Content: Equatable, Codable, Sendable {
        case text(String)
        case image(OutgoingImage)
        case redaction(of: String)
        /// An answer to a message.
        case reply(String, to: String)
        /// Another text for a message of the user's own.
        case edit(String, of: String)
        case reaction(String, to: String)
    }

    /// What the homeserver says: the id of the event. Before that, of an image its address, and of what is about
    /// something that was sent here the event of that.
    public typealias Reply = String

    /// Its identity on this device, which stays when it is sent again.
    public let id: String
    /// The room.
    public let room: String
    /// What is sent.
    public let content: Content
    /// When the user has sent it, in milliseconds since 1970.
    public let time: Int

    /// Messages of one room are sent in their order, those of different rooms side by side.
    public var subject: String { room }

    /// What is refused does not hold what was written after it.
    public var holdsLaterEdits: Bool { false }

    var isDeletion: Bool { if case .redaction = content { true } else { false } }

    /// What it is about.
    var target: String? {
        switch content {
        case .text, .image: nil
        case .redaction(let target), .reply(_, let target), .edit(_, let target), .reaction(_, let target): target
        }
    }

    /// Whether it changes what it is about, and is no message of its own.
    var isChange: Bool {
        switch content {
        case .text, .image, .reply: false
        case .redaction, .edit, .reaction: true
        }
    }

    /// The same with another text; nil if it has none.
    func saying(_ text: String) -> Outgoing? {
        let new: Content
        switch content {
        case .text: new = .text(text)
        case .reply(_, let target): new = .reply(text, to: target)
        case .edit(_, let target): new = .edit(text, of: target)
        case .image, .redaction, .reaction: return nil
        }
        return Outgoing(id: id, room: room, content: new, time: time)
    }

    /// What takes the place of something that nobody has seen, and an edit of it, or of what it edits.
    static func fold(_ earlier: Outgoing, _ later: Outgoing) -> Outgoing? {
        guard case .edit(let text, let target) = later.content else { return nil }
        if case .edit(_, target) = earlier.content { return earlier.saying(text) }
        return target == earlier.id ? earlier.saying(text) : nil
    }
}

/// Something that the user has sent, as far as it has come.
public struct Sent: Identifiable, Equatable, Codable, Sendable {
    /// What was sent.
    public let outgoing: Outgoing
    /// The id under which the homeserver knows it until it has come back.
    let transaction: String
    /// The address of an image, once it is uploaded; or the event that it is about, once that is known.
    var prepared: String?
    /// Its event; nil until the homeserver has accepted it.
    public var event: String?
    /// Why the homeserver has refused it.
    public var refusal: String?
    /// How much of an image is uploaded, in percent, while it is.
    public var percent: Int?

    /// Its identity on this device.
    public var id: String { outgoing.id }

    /// Whether it has not come back from the homeserver. What changes something else is over when it is accepted.
    var isOnItsWay: Bool { refusal == nil && (event == nil || !outgoing.isChange) }

    /// What it is about: an event, or something that was sent here and has none yet.
    var target: String? { outgoing.target.map { prepared ?? $0 } }

    private enum CodingKeys: String, CodingKey {
        case outgoing, transaction, event, refusal, percent
        case prepared = "address"
    }

    init(_ entry: OutboxEntry<Outgoing>) {
        (outgoing, transaction, prepared) = (entry.edit, entry.key.text, entry.prepared)
        switch entry.problem {
        case .refused(let reason): refusal = reason
        case .unknown(let reason): refusal = "it may have been sent: \(reason)"
        case .conflict, nil: break
        }
    }
}
