import Foundation

/// The version of an item at a server (RFC 9110, 8.8.3).
public struct ETag: Hashable, Sendable, Codable {
    /// The version as it is sent with `If-Match`, with its quotation marks.
    ///
    /// Proxies make strong ones weak when they compress an answer, and a weak one matches nothing: so it is sent as a
    /// strong one.
    public let text: String

    /// Reads the version of a header or a property. Nil if it is empty.
    public init?(_ text: String) {
        var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("W/") || text.hasPrefix("w/") { text.removeFirst(2) }
        let opaque =
            text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
        if opaque.isEmpty || opaque.contains("\"") { return nil }
        self.text = "\"\(opaque)\""
    }

    /// Reads the text that was kept.
    public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    /// Keeps the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
