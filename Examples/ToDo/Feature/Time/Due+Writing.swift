import Foundation

extension Day {
    /// "Tue 1 Dec", with the year if that is another one than now.
    public func text(at present: Present) -> String {
        let (year, month, day) = components
        let text = "\(Weekdays.names[weekday - 1].prefix(3)) \(day) \(Weekdays.months[month - 1])"
        return year == present.today.components.year ? text : "\(text) \(year)"
    }
}

extension Due {
    /// "Tue 1 Dec", or "Tue 1 Dec 15:00" with a time of the user's time zone.
    public func text(at present: Present) -> String {
        let text = day(in: present.timeZone).text(at: present)
        return time(in: present.timeZone).map { "\(text) \($0)" } ?? text
    }

    /// "2026-12-01" or "2026-12-01 15:00", as it may be typed.
    public func typed(at present: Present) -> String {
        let text = day(in: present.timeZone).description
        return time(in: present.timeZone).map { "\(text) \($0)" } ?? text
    }

    /// "15:00"; nil for a day.
    public func time(in timeZone: TimeZone) -> String? {
        minutes(in: timeZone).map { "\(($0 / 60).digits(2)):\(($0 % 60).digits(2))" }
    }

    /// The minutes since midnight, as a clock on the wall shows them; nil for a day.
    func minutes(in timeZone: TimeZone) -> Int? {
        guard case .moment(let moment) = self else { return nil }
        let seconds = moment.timeIntervalSince1970.rounded(.down) + Double(timeZone.secondsFromGMT(for: moment))
        return Int((seconds - (seconds / 86_400).rounded(.down) * 86_400) / 60)
    }
}
