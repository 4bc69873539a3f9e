import Foundation

/// When something has happened, in words, in universal time. Empty where that is not known.
struct EventTime: Equatable, Sendable {
    private let milliseconds: Int

    /// - Parameter milliseconds: The time since 1970.
    init(_ milliseconds: Int) { self.milliseconds = milliseconds }

    /// The day and the time: "2026-11-18 09:30".
    var text: String {
        guard milliseconds > 0 else { return "" }
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space).year().month().day()
            .time(includingFractionalSeconds: false)
        return String(Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(style).dropLast(3))
    }

    /// The day: "2026-11-18".
    var day: String { String(text.prefix(10)) }

    /// The time of the day: "09:30".
    var clock: String { String(text.suffix(5)) }

    /// The time of the day, or the month and the day if it was another one than that of a later time.
    func short(before later: EventTime) -> String {
        milliseconds / 86_400_000 == later.milliseconds / 86_400_000 ? clock : String(day.dropFirst(5))
    }
}
