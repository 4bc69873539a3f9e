/// An event that a server has sent: see ``Client/events(_:after:reconnecting:)``.
public struct ServerSentEvent: Hashable, Sendable {
    /// The kind of the event: the server's `event`, or "message".
    public let name: String
    /// The text: all lines of `data`, with a line feed between them.
    public let data: String
    /// The last `id` that the server has sent, with this event or before. Empty if it has sent none.
    public let id: String

    /// Creates an event, for specs.
    public init(_ data: String, name: String = "message", id: String = "") {
        (self.name, self.data, self.id) = (name, data, id)
    }
}
