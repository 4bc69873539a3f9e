import Foundation

extension CalendarTime {
    /// The day without the time of the day.
    var wholeDay: CalendarTime { CalendarTime(year: year, month: month, day: day) ?? self }

    /// Whether it is a time wherever the user is. A whole day is none.
    var isFloating: Bool { clock?.zone == .floating }

    /// Whether it comes before another one. A day begins where the user is, who also reads floating times.
    func isEarlier(than other: CalendarTime, in local: TimeZone) -> Bool {
        guard let date = date(in: local), let later = other.date(in: local) else { return false }
        return date < later
    }

    /// Whether both are the same day, or the same moment in the same form.
    func isSame(as other: CalendarTime, in local: TimeZone) -> Bool {
        guard clock != nil, other.clock != nil, isFloating == other.isFloating else { return self == other }
        return date(in: local) == other.date(in: local)
    }

    /// The same time of another day. Nil if there is no such day.
    func on(year: Int, month: Int, day: Int) -> CalendarTime? {
        guard let clock else { return CalendarTime(year: year, month: month, day: day) }
        return CalendarTime(
            year: year,
            month: month,
            day: day,
            hour: clock.hour,
            minute: clock.minute,
            second: clock.second,
            zone: clock.zone
        )
    }

    /// The time so much later, by the clock of its zone. Nil outside of the years from 1 to 9999.
    func adding(_ duration: CalendarDuration) -> CalendarTime? {
        let zone = clock?.zone.timeZone ?? .gmt
        guard let date = date(in: zone),
            let day = Self.calendar(zone).date(byAdding: .day, value: duration.days, to: date)
        else { return nil }
        return CalendarTime(day + Double(duration.seconds), as: clock?.zone, in: zone)
    }

    /// The time from another one to this one: of days, where both are.
    func duration(since other: CalendarTime, in local: TimeZone) -> CalendarDuration? {
        let zone: TimeZone = clock == nil && other.clock == nil ? .gmt : local
        guard let start = other.date(in: zone), let end = date(in: zone) else { return nil }
        let seconds = Int(end.timeIntervalSince(start))
        return clock == nil ? CalendarDuration(days: seconds / 86_400) : CalendarDuration(seconds: seconds)
    }

    /// The same day or moment as a whole day, or as a time of a zone.
    ///
    /// - Parameters:
    ///   - zone: Where the clock stands; nil for a whole day. Where the zone is not known, the clock shows UTC.
    ///   - local: The zone in which a day begins, and where the clock of a floating time stands.
    func written(as zone: Zone?, in local: TimeZone) -> CalendarTime? {
        if clock?.zone == zone { return self }
        guard let date = date(in: local) else { return nil }
        switch zone {
        case nil:
            let here = clock?.zone == .floating ? self : CalendarTime(date, as: .floating, in: local)
            return here?.wholeDay
        case .floating: return CalendarTime(date, as: .floating, in: local)
        case .utc: return CalendarTime(date)
        case .named(let name):
            return TimeZone(identifier: name).map { CalendarTime(date, as: zone, in: $0) } ?? CalendarTime(date)
        }
    }

    /// The day or time of a date in a zone. Nil outside of the years from 1 to 9999.
    private init?(_ date: Date, as zone: Zone?, in timeZone: TimeZone) {
        guard (Self.first...Self.last).contains(date) else { return nil }
        let parts = Self.calendar(timeZone).dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let (year, month, day) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        guard let zone else {
            self.init(year: year, month: month, day: day)
            return
        }
        self.init(
            year: year,
            month: month,
            day: day,
            hour: parts.hour ?? 0,
            minute: parts.minute ?? 0,
            second: parts.second ?? 0,
            zone: zone
        )
    }
}

extension CalendarTime.Zone {
    /// The time zone, as far as it is known without the user.
    var timeZone: TimeZone? {
        switch self {
        case .floating: nil
        case .utc: .gmt
        case .named(let name): TimeZone(identifier: name)
        }
    }
}
