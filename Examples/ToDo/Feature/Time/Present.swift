import Foundation

/// What time it is for the user, and how the user counts weeks: all that the meaning of "tomorrow" and "next week"
/// depends on.
public struct Present: Equatable, Sendable {
    /// The moment.
    public let date: Date
    /// The time zone in which the user is.
    public let timeZone: TimeZone
    /// The day with which the user's weeks begin: 1 is Sunday, 7 is Saturday.
    public let firstWeekday: Int
    /// The day.
    public let today: Day

    /// Creates a present.
    public init(_ date: Date, in timeZone: TimeZone, firstWeekday: Int) {
        (self.date, self.timeZone, self.firstWeekday) = (date, timeZone, firstWeekday)
        today = Day(of: date, in: timeZone)
    }
}
