import Millrace
import MillraceOffline

/// Something that the user sends to a room: an entry of the outbox until the homeserver has accepted it.
public struct Outgoing: OutboxEdit, Identifiable {
    /// What can be sent.
    public enum Content: Equatable, Codable, Sendable {
        case text(String)
        case image(OutgoingImage)
        case redaction(of: String)
    }

    /// What the homeserver says: the id of the event; of an image, its address before that.
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
}

/// Something that the user has sent, as far as it has come.
public struct Sent: Identifiable, Equatable, Codable, Sendable {
    /// What was sent.
    public let outgoing: Outgoing
    /// The id under which the homeserver knows it until it has come back.
    let transaction: String
    /// The address of an image, once it is uploaded.
    let address: String?
    /// Its event; nil until the homeserver has accepted it.
    public var event: String?
    /// Why the homeserver has refused it.
    public var refusal: String?
    /// How much of an image is uploaded, in percent, while it is.
    public var percent: Int?

    /// Its identity on this device.
    public var id: String { outgoing.id }

    /// Whether it has not come back from the homeserver. A deletion is over when it is accepted.
    var isOnItsWay: Bool { refusal == nil && (event == nil || !outgoing.isDeletion) }

    init(_ entry: OutboxEntry<Outgoing>) {
        (outgoing, transaction, address) = (entry.edit, entry.key.text, entry.prepared)
        if case .refused(let reason) = entry.problem { refusal = reason }
    }
}
