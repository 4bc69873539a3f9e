import Foundation

/// When something has happened, in words, in universal time. Empty where that is not known.
struct EventTime: Equatable, Sendable {
    private let milliseconds: Int

    /// - Parameter milliseconds: The time since 1970.
    init(_ milliseconds: Int) { self.milliseconds = milliseconds }

    /// The day and the time: "2026-11-18 09:30".
    var text: String {
        guard milliseconds > 0 else { return "" }
        let date = Date(timeIntervalSince1970: Double(milliseconds / 1_000))
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space).year().month().day()
        return "\(date.formatted(style)) \(clock)"
    }

    /// The day: "2026-11-18".
    var day: String { String(text.prefix(10)) }

    /// The time of the day: "09:30".
    var clock: String {
        guard milliseconds > 0 else { return "" }
        let minutes = milliseconds / 60_000 % 1_440
        return "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }

    /// The time of the day, or the month and the day if it was another one than that of a later time.
    func short(before later: EventTime) -> String {
        milliseconds / 86_400_000 == later.milliseconds / 86_400_000 ? clock : String(day.dropFirst(5))
    }
}
