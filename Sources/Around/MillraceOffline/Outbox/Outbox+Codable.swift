import MillraceData
public import MillraceFlux

extension Outbox: Irreversible {}

extension Outbox: Equatable {
    /// Whether two outboxes have the same entries, and the same stand of sending them. O(k log n) if one was made from the
    /// other by k changes, otherwise O(n).
    public static func == (left: Outbox, right: Outbox) -> Bool {
        guard left.head == right.head, left.account == right.account, left.content == right.content else {
            return false
        }
        guard left.lines.count == right.lines.count else { return false }
        // In whatever order they came to be.
        let changes = left.lines.changes(from: right.lines)
        return changes.modifications.isEmpty
            && changes.insertions.allSatisfy { right.lines[id: left.lines[$0].id] == left.lines[$0] }
    }
}

extension Outbox: Codable {
    private enum CodingKeys: CodingKey { case head, entries }

    /// Decodes the entries. Nothing is on its way.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        head = try container.decode(OutboxHead.self, forKey: .head)
        entries = try container.decode(Table<OutboxEntry<Edit>>.self, forKey: .entries)
    }

    /// Encodes the entries. O(n).
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(head, forKey: .head)
        try container.encode(content, forKey: .entries)
    }
}

extension Outbox: CustomReflectable {
    /// A mirror of the entries and of those on their way, for digests, differences and debuggers.
    public var customMirror: Mirror {
        Mirror(self, children: ["keys": head.count, "entries": content, "sending": flights.map(\.id.text)])
    }
}

extension Outbox: CustomStringConvertible {
    /// How many entries wait, are on their way, and were refused; and how many are unknown, if any.
    public var description: String {
        let counts = counts
        let unknown = counts.unknown > 0 ? ", \(counts.unknown) unknown" : ""
        return "\(counts.waiting) wait, \(counts.sending) on their way, \(counts.refused) refused\(unknown)"
    }
}
