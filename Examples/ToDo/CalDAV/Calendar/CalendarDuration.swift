/// A length of time, as calendars have it (RFC 5545, 3.3.6): `P1DT2H`. Days are those of the calendar, also of 23 hours.
public struct CalendarDuration: Hashable, Sendable {
    /// The days.
    public var days: Int
    /// The time beyond them, in seconds.
    public var seconds: Int

    /// Creates a length of time.
    public init(days: Int = 0, seconds: Int = 0) { (self.days, self.seconds) = (days, seconds) }

    /// Reads the value of a property. Nil for one that goes back, and for a number of too many digits.
    init?(_ property: CalendarProperty) {
        let value = property.value.filter { $0 != " " }.uppercased()
        let form = /\+?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?/
        guard let parts = value.wholeMatch(of: form)?.output, value.contains(where: \.isNumber) else { return nil }
        func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
        days = 7 * number(parts.1) + number(parts.2)
        seconds = 3600 * number(parts.3) + 60 * number(parts.4) + number(parts.5)
    }

    /// The same length, back in time.
    static prefix func - (duration: CalendarDuration) -> CalendarDuration {
        CalendarDuration(days: -duration.days, seconds: -duration.seconds)
    }
}
