import Foundation

/// The time in a `Retry-After` header (RFC 9110, 10.2.3): a number of seconds, or a date.
enum RetryAfter {
    /// How long to wait from `now` on: zero if the time is past, nil if the header is neither a number nor a date.
    ///
    /// Some servers send fractions of seconds, although the standard does not have them.
    static func delay(_ header: String, now: Date) -> Duration? {
        let header = header.trimmingCharacters(in: .whitespaces)
        if header.utf8.allSatisfy("0123456789.".utf8.contains) { return Double(header).map(duration) }
        guard let date = HTTPDate.date(header) else { return nil }
        return duration(date.timeIntervalSince(now).rounded(.up))
    }

    /// A century in seconds: the longest delay, so that no calculation with it overflows.
    private static let longest = 3_155_760_000.0

    private static func duration(_ seconds: Double) -> Duration {
        let seconds = min(max(seconds, 0), longest)
        let whole = seconds.rounded(.down)
        // In whole milliseconds, rounded up, so that who waits so long has waited long enough.
        return .seconds(Int(whole)) + .milliseconds(Int(((seconds - whole) * 1000).rounded(.up)))
    }
}
