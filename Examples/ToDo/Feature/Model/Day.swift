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
        let components = DateComponents(year: year, month: month, day: day)
        guard (1600...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            let date = Self.calendar.date(from: components),
            Self.calendar.dateComponents([.month, .day], from: date) == DateComponents(month: month, day: day)
        else { return nil }
        self.init(of: date, in: .gmt)
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
        let date = Date(timeIntervalSince1970: Double(number) * Self.seconds)
        let parts = Self.calendar.dateComponents([.year, .month, .day], from: date)
        return (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }

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

    /// Made once: days are read by the thousand.
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
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
