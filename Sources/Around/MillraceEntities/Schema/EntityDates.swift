/// How the server writes dates.
public enum EntityDates: Hashable, Sendable, Codable {
    /// Text as in ISO 8601, with or without fractions of a second.
    case iso8601

    /// Seconds since 1970, with or without fractions.
    case secondsSince1970

    /// Milliseconds since 1970.
    case millisecondsSince1970
}
