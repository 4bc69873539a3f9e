/// An event of a room, as far as it could be read.
public struct TimelineEvent: Identifiable, Hashable, Codable, Sendable {
    /// The server's identity; one made of the content where it has none.
    public let id: String
    /// The user who has sent it; empty where that cannot be read.
    public let sender: String
    /// When the server got it, in milliseconds since 1970.
    public let time: Int
    /// What it says.
    public var content: EventContent
    /// The transaction by which this device has sent it.
    public var transaction: String?
}

/// What an event says.
public enum EventContent: Hashable, Codable, Sendable {
    case message(MessageContent)
    /// Another text for an earlier message.
    case edit(of: String, MessageContent)
    case reaction(to: String, key: String)
    /// Takes the content out of an earlier event.
    case redaction(of: String)
    case membership(MembershipChange)
    case topic(String)
    case name(String)
    /// The room goes on in another one. With what is said about it.
    case replaced(String)
    /// An end-to-end encrypted event, which this program cannot decrypt.
    case encrypted
    /// An event that was deleted, and whether a row shows that.
    case redacted(isShown: Bool)
    /// An event of a kind that the chat does not know.
    case unknown(kind: String)
    /// An event whose content is not valid for its kind.
    case damaged(problem: String)
}

/// A message: what is written or shown.
public struct MessageContent: Hashable, Codable, Sendable {
    /// The kinds of messages.
    public enum Kind: Hashable, Codable, Sendable {
        case text
        /// Written by a program.
        case notice
        /// What the sender does: "* Ada waves".
        case emote
        case image(ImageContent)
        /// A kind that the chat does not know, shown by its text.
        case other(String)
    }

    /// The text without format.
    public var body: String
    /// What kind of message it is.
    public var kind = Kind.text
    /// The text as HTML.
    public var formatted: String?
    /// The message that this one answers.
    public var replyTo: String?
}

/// What is known of an image before it is fetched.
public struct ImageContent: Hashable, Codable, Sendable {
    /// Where it is: `mxc://server/identity`.
    public var address: String
    /// Its size in bytes.
    public var byteCount: Int?
    /// Its width in pixels.
    public var width: Int?
    /// Its height in pixels.
    public var height: Int?
}

/// What has become of somebody's membership.
public struct MembershipChange: Hashable, Codable, Sendable {
    /// The kinds of changes.
    public enum Kind: String, Codable, Sendable {
        case joined, left, invited, removed, banned, renamed, otherPicture, unchanged, asked
    }

    /// Whose membership.
    public var user: String
    /// What has changed.
    public var kind: Kind
    /// The name that the member has with it.
    public var name: String?
    /// The name that the member had before.
    public var formerName: String?
}
