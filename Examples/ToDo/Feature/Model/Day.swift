import Foundation

/// A day of the calendar, wherever it is: 2026-12-01.
///
/// It is kept as the number of days since 1970-01-01, so days are compared, counted and added as whole numbers, whatever
/// a time zone does to its hours.
public struct Day: Hashable, Sendable {
    /// The days since 1970-01-01.
    public let number: Int

    /// The day with a number, from the first of the year 1600 to the last of the year 9999.
    private init(number: Double) { self.number = Int(min(max(number, -135_140), 2_932_896)) }

    /// The day that it is at a moment in a time zone.
    public init(of moment: Date, in timeZone: TimeZone) {
        let seconds = moment.timeIntervalSince1970.rounded(.down) + Double(timeZone.secondsFromGMT(for: moment))
        self.init(number: (seconds / Self.seconds).rounded(.down))
    }

    /// The day of a year and a month; nil if there is none, as on 30 February. Years are from 1600, with which the calendar
    /// is the same everywhere, to 9999.
    public init?(_ year: Int, _ month: Int, _ day: Int) {
        guard (1600...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        // Years are counted from March, so that the day that not every year has is the last one.
        let (months, years) = (month > 2 ? month - 3 : month + 9, month > 2 ? year : year - 1)
        let leapDays = years / 4 - years / 100 + years / 400
        number = 365 * years + leapDays + Self.days(before: months) + day - 1 - Self.firstOfMarch
        // What is more than its month has is a day of the next one.
        guard components == (year, month, day) else { return nil }
    }

    /// The day so many days later, or earlier if it is negative; at most the last of the year 9999.
    public func adding(_ days: Int) -> Day { Day(number: Double(number) + Double(days)) }

    /// The day of the week: 1 is Sunday, 7 is Saturday, as in `Calendar`.
    public var weekday: Int { 1 + (number + 4).remainder(by: 7) }

    /// The first day of its week, for weeks that begin with a day of the week.
    public func startOfWeek(beginningWith firstWeekday: Int) -> Day {
        adding(-(weekday - firstWeekday).remainder(by: 7))
    }

    /// The year, the month and the day.
    public var components: (year: Int, month: Int, day: Int) {
        // By Howard Hinnant's civil_from_days: a cycle of the calendar is 400 years, or 146,097 days.
        let days = number + Self.firstOfMarch
        let (cycles, dayOfCycle) = days.quotientAndRemainder(dividingBy: 146_097)
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let months = (5 * dayOfYear + 2) / 153
        let (year, month) = (400 * cycles + yearOfCycle, months < 10 ? months + 3 : months - 9)
        return (month > 2 ? year : year + 1, month, dayOfYear - Self.days(before: months) + 1)
    }

    /// The days from the first of March of the year 0 until 1970-01-01.
    private static let firstOfMarch = 719_468

    /// The days from the first of March until so many months later: five months have 153.
    private static func days(before months: Int) -> Int { (153 * months + 2) / 5 }

    /// The moment at which a clock on the wall shows a time on this day; nil if it shows none, since it is put forward
    /// over that time. A time that it shows twice is the first one.
    public func moment(hour: Int, minute: Int, in timeZone: TimeZone) -> Date? {
        moments(60 * hour + minute, in: timeZone).first(where: \.isShown)?.date
    }

    /// The moment so many minutes after midnight, as the clock on the wall has them; where it is put forward over that
    /// time, as if it were put forward a little later.
    func moment(minutes: Int, in timeZone: TimeZone) -> Date {
        let moments = moments(minutes, in: timeZone)
        return (moments.first(where: \.isShown) ?? moments[1]).date
    }

    /// The moments of a time on the wall by the offsets before and after any change of that day, the earlier one first,
    /// and whether the wall shows the time then.
    private func moments(_ minutes: Int, in timeZone: TimeZone) -> [(date: Date, isShown: Bool)] {
        let shown = Double(number) * Self.seconds + Double(60 * minutes)
        let offsets = [-Self.seconds, Self.seconds].map { hours in
            timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: shown + hours))
        }
        return offsets.sorted(by: >).map { offset in
            let date = Date(timeIntervalSince1970: shown - Double(offset))
            return (date, timeZone.secondsFromGMT(for: date) == offset)
        }
    }

    private static let seconds: Double = 86_400
}

extension Day: Comparable {
    /// Whether a day comes before another one.
    public static func < (one: Day, other: Day) -> Bool { one.number < other.number }
}

extension Day: LosslessStringConvertible {
    /// Reads what ``description`` writes: four, two and two digits. Nil for anything else, and for a day that is none.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, let year = parts[0].number(digits: 4...4),
            let month = parts[1].number(digits: 2...2), let day = parts[2].number(digits: 2...2)
        else { return nil }
        self.init(year, month, day)
    }

    /// The day as in ISO 8601: 2026-12-01.
    public var description: String {
        let (year, month, day) = components
        return "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))"
    }
}

extension Day: Codable {
    /// Reads the text of ISO 8601.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = Day(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no day such as 2026-12-01")
        }
        self = day
    }

    /// Writes the text of ISO 8601.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Collection<UInt8> {
    /// The number that a text is of so many digits; nil if it is anything else. It is read for each item that is kept, so
    /// it is not left to a regular expression.
    func number(digits count: ClosedRange<Int>) -> Int? {
        guard count.contains(self.count), allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return reduce(0) { 10 * $0 + Int($1 - 0x30) }
    }
}

extension Int {
    /// What remains of a division, from 0, also of a negative number.
    fileprivate func remainder(by divisor: Int) -> Int { (self % divisor + divisor) % divisor }

    /// The number with so many digits at least.
    func digits(_ count: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
    }
}
