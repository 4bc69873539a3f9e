import Foundation

/// When something has happened, in words, where the user is. Empty where that is not known.
struct EventTime: Equatable, Sendable {
    private let milliseconds: Int
    private let zone: TimeZone

    /// - Parameters:
    ///   - milliseconds: The time since 1970.
    ///   - zone: The time zone of the user.
    init(_ milliseconds: Int, in zone: TimeZone) { (self.milliseconds, self.zone) = (milliseconds, zone) }

    /// The day and the time: "2026-11-18 09:30".
    var text: String {
        guard milliseconds > 0 else { return "" }
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone).year().month().day()
            .time(includingFractionalSeconds: false)
        return String(Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(style).dropLast(3))
    }

    /// The day: "2026-11-18".
    var day: String { String(text.prefix(10)) }

    /// The time of the day: "09:30".
    var clock: String { String(text.suffix(5)) }

    /// The time of the day, or the month and the day if it was another one than that of a later time.
    func short(before later: EventTime) -> String { day == later.day ? clock : String(day.dropFirst(5)) }
}
