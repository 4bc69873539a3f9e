/// The key of an entry, under which the server knows it: unique among all devices, and the same at each attempt.
///
/// Send it with the request (`Idempotency-Key`, a transaction identifier, the name of a record), so that a server to
/// which the same entry comes twice applies it once. The edit sent under a key never changes.
public struct OutboxKey: Hashable, Sendable, Identifiable {
    /// The key as text: the device and a number, such as `phone-17`.
    public let text: String

    /// Creates a key from its text. An ``Outbox`` makes its own keys; use this initialiser in tests, and for servers
    /// that tell a key.
    public init(_ text: String) { self.text = text }

    /// The key itself.
    public var id: OutboxKey { self }
}

extension OutboxKey: Codable {
    /// Decodes the text.
    public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    /// Encodes the text alone.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension OutboxKey: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

/// The head from which an outbox makes its keys: a journal keeps it beside the entries.
package struct OutboxHead: Codable, Equatable, Sendable {
    package let device: String

    /// The epoch of the journal in which keys are made; nil in the first one, and without a journal.
    let epoch: UInt64?

    /// How many keys were made.
    package private(set) var count = 0

    package init(device: String, epoch: UInt64? = nil) { (self.device, self.epoch) = (device, epoch) }

    /// Makes another key.
    mutating func makeKey() -> OutboxKey {
        count += 1
        return OutboxKey("\(device)-\(count)")
    }
}
