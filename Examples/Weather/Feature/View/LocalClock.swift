import Foundation

/// The clock and the calendar of a city; those of universal time where they are not known.
struct LocalClock {
    /// Whether the city's clock is known.
    let isLocal: Bool
    private let calendar: Calendar

    /// - Parameter secondsFromUTC: What the city's clock is ahead, if it is a clock's.
    init(secondsFromUTC: Int?) {
        let seconds = secondsFromUTC.flatMap { Measurable.secondsFromUTC.contains(Double($0)) ? $0 : nil }
        isLocal = seconds != nil
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: seconds ?? 0) ?? .gmt
        self.calendar = calendar
    }

    /// "local time", "UTC"
    var name: String { isLocal ? "local time" : "UTC" }

    /// "06:10"
    func time(_ date: Date) -> String { String(format.time(includingFractionalSeconds: false).format(date).prefix(5)) }

    /// "2026-05-21"
    func date(_ date: Date) -> String { format.year().month().day().format(date) }

    private var format: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle(timeZone: calendar.timeZone) }

    /// A day of the calendar.
    struct Day: Equatable {
        /// "Thursday"
        var weekday: String
        /// "21"
        var number: String
        /// "May"
        var month: String
    }

    /// The day to which a time belongs.
    func day(_ date: Date) -> Day {
        let parts = calendar.dateComponents([.weekday, .day, .month], from: date)
        return Day(
            weekday: Self.weekdays[((parts.weekday ?? 1) - 1) % 7],
            number: "\(parts.day ?? 0)",
            month: Self.months[((parts.month ?? 1) - 1) % 12]
        )
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
