public import Foundation

/// A day, or a time of a day, as calendars have it (RFC 5545, 3.3.4 and 3.3.5).
public struct CalendarTime: Hashable, Sendable, Codable {
    /// Where the clock stands that shows a time.
    public enum Zone: Hashable, Sendable, Codable {
        /// Wherever the user is.
        case floating
        case utc
        /// In a time zone, by its name: `Europe/Zurich`.
        case named(String)
    }

    /// A time of the day.
    public struct Clock: Hashable, Sendable, Codable {
        public let hour, minute, second: Int
        /// Where the clock stands.
        public let zone: Zone
    }

    public let year, month, day: Int
    /// The time of the day; nil for the whole day.
    public let clock: Clock?

    /// Creates a day. Nil if there is none such.
    public init?(year: Int, month: Int, day: Int) {
        self.init(year: year, month: month, day: day, clock: nil)
    }

    /// Creates a time of a day. Nil if there is none such.
    public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int = 0, zone: Zone) {
        guard 0..<24 ~= hour, 0..<60 ~= minute, 0...60 ~= second else { return nil }
        let clock = Clock(hour: hour, minute: minute, second: second, zone: zone)
        self.init(year: year, month: month, day: day, clock: clock)
    }

    private init?(year: Int, month: Int, day: Int, clock: Clock?) {
        guard 1...9999 ~= year, 1...12 ~= month, 1...Self.days(of: month, in: year) ~= day else { return nil }
        (self.year, self.month, self.day, self.clock) = (year, month, day, clock)
    }

    /// Creates the time of a date, to the second. One outside of the years from 1 to 9999 becomes the nearest in them.
    public init(_ date: Date) {
        let date = min(max(date, Self.first), Self.last)
        let parts = Self.calendar(.gmt).dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        (year, month, day) = (parts.year ?? 1, parts.month ?? 1, parts.day ?? 1)
        clock = Clock(hour: parts.hour ?? 0, minute: parts.minute ?? 0, second: parts.second ?? 0, zone: .utc)
    }

    static let first = Date(timeIntervalSince1970: -62_135_596_800)
    static let last = Date(timeIntervalSince1970: 253_402_300_799)

    /// The moment.
    ///
    /// - Parameter local: The zone in which a day begins, in which a clock shows a floating time, and one whose name is
    ///   not known.
    public func date(in local: TimeZone) -> Date? {
        let zone: TimeZone? =
            switch clock?.zone {
            case .utc: .gmt
            case .named(let name): TimeZone(identifier: name)
            case .floating, nil: local
            }
        let parts = DateComponents(
            year: year,
            month: month,
            day: day,
            hour: clock?.hour,
            minute: clock?.minute,
            second: clock?.second
        )
        return Self.calendar(zone ?? local).date(from: parts)
    }

    static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    static func days(of month: Int, in year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}

extension CalendarTime {
    /// Reads the value of a property. Whether it is a day is told by the value, since servers leave `VALUE=DATE` out.
    init?(_ property: CalendarProperty) {
        let text = property.value.trimmingCharacters(in: .whitespaces).uppercased()
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let day = Self.numbers(parts[0], [4, 2, 2]) else { return nil }
        guard parts.count == 2 else {
            self.init(year: day[0], month: day[1], day: day[2])
            return
        }
        let isUTC = parts[1].hasSuffix("Z")
        guard let time = Self.numbers(isUTC ? parts[1].dropLast() : parts[1], [2, 2, 2]) else { return nil }
        self.init(
            year: day[0],
            month: day[1],
            day: day[2],
            hour: time[0],
            minute: time[1],
            second: time[2],
            zone: isUTC ? .utc : property["TZID"].map { .named($0) } ?? .floating
        )
    }

    /// The numbers of a text whose digits are grouped so.
    private static func numbers(_ text: Substring, _ lengths: [Int]) -> [Int]? {
        guard text.utf8.count == lengths.reduce(0, +), text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        var rest = text
        return lengths.map { length in
            defer { rest = rest.dropFirst(length) }
            return Int(rest.prefix(length)) ?? 0
        }
    }

    /// The property that has this time. Parameters of the former one are kept that say nothing of the kind of time.
    func property(_ name: String, replacing former: CalendarProperty? = nil) -> CalendarProperty {
        var parameters = former?.parameters ?? []
        parameters.removeAll { $0.name.isCalendarName("VALUE") || $0.name.isCalendarName("TZID") }
        var value = Self.digits(year, 4) + Self.digits(month, 2) + Self.digits(day, 2)
        if let clock {
            value += "T" + [clock.hour, clock.minute, clock.second].map { Self.digits($0, 2) }.joined()
            switch clock.zone {
            case .utc: value += "Z"
            case .named(let zone): parameters.append(CalendarParameter("TZID", zone))
            case .floating: break
            }
        } else {
            parameters.append(CalendarParameter("VALUE", "DATE"))
        }
        return CalendarProperty(former?.name ?? name, value, parameters: parameters)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
