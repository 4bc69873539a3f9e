import Foundation

/// What a `Retry-After` header says (RFC 9110, 10.2.3): a number of seconds, or a date.
enum RetryAfter {
    /// How long to wait from `now` on: zero if the time is past, nil if the header is neither a number nor a date.
    static func delay(_ header: String, now: Date) -> Duration? {
        let header = header.trimmingCharacters(in: .whitespaces)
        if !header.isEmpty, header.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
            return .seconds(Int(header).map { min($0, longest) } ?? longest)
        }
        guard let date = date(header) else { return nil }
        let seconds = date.timeIntervalSince(now).rounded(.up)
        return .seconds(seconds > 0 ? Int(min(seconds, Double(longest))) : 0)
    }

    /// A century in seconds: the longest delay, so that no calculation with it overflows.
    private static let longest = 3_155_760_000

    /// A date in one of the three ways in which HTTP writes it (RFC 9110, 5.6.7).
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for format in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}
