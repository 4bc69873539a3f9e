import Foundation

/// How a to-do recurs (RFC 5545, 3.3.10): every so many days, weeks, months or years, or on days of the week.
public struct CalendarRecurrence: Hashable, Sendable {
    /// The unit that is counted.
    public enum Frequency: String, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// The unit that is counted.
    public let frequency: Frequency
    /// How many of them lie between two occurrences; 1 for each.
    public let interval: Int
    private var count: Int?
    private var until: CalendarTime?
    /// The days of a week, from 0 for Monday; empty for the day of the first occurrence.
    private var weekdays: Set<Int> = []
    private var weekStart = 0

    private static let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// Reads the value of a property. Nil for a rule that needs more than this to find the next date.
    init?(_ property: CalendarProperty) {
        var parts: [String: String] = [:]
        for part in property.value.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard pair.count == 2, parts.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
        }
        func take<Value>(_ name: String, _ read: (String) -> Value?) -> Value?? {
            parts.removeValue(forKey: name).map(read)
        }
        let isPositive = { (text: String) in Int(text).flatMap { 1...1_000_000 ~= $0 ? $0 : nil } }
        guard let frequency = take("FREQ", Frequency.init(rawValue:)) ?? nil,
            let interval = take("INTERVAL", isPositive) ?? 1
        else { return nil }
        (self.frequency, self.interval) = (frequency, interval)
        if let count = take("COUNT", isPositive) {
            guard let count else { return nil }
            self.count = count
        }
        if let until = take("UNTIL", { CalendarTime(CalendarProperty("UNTIL", $0)) }) {
            guard let until else { return nil }
            self.until = until
        }
        if let start = take("WKST", Self.days.firstIndex) {
            guard let start else { return nil }
            weekStart = start
        }
        if frequency == .weekly, let names = parts.removeValue(forKey: "BYDAY")?.split(separator: ",") {
            weekdays = Set(names.compactMap { Self.days.firstIndex(of: String($0)) })
            guard weekdays.count == names.count else { return nil }
        }
        guard parts.isEmpty else { return nil }
    }

    /// The occurrence behind one of them. Nil if that is the last one.
    func next(after time: CalendarTime) -> CalendarTime? {
        if let count, count <= 1 { return nil }
        guard let next = nextDay(after: time) else { return nil }
        guard let until else { return next }
        let isLast =
            until.clock == nil
            ? next.wholeDay.date(in: .gmt) ?? .distantFuture > until.date(in: .gmt) ?? .distantPast
            : next.date(in: .gmt) ?? .distantFuture > until.date(in: .gmt) ?? .distantPast
        return isLast ? nil : next
    }

    private func nextDay(after time: CalendarTime) -> CalendarTime? {
        switch frequency {
        case .daily: return time.adding(CalendarDuration(days: interval))
        case .weekly where weekdays.isEmpty: return time.adding(CalendarDuration(days: 7 * interval))
        case .weekly:
            let first = (time.weekday - weekStart + 7) % 7
            // The rest of this week, and then the first week that counts.
            let days = Array(1..<7 - first + 1).dropLast() + (7 * interval - first..<7 * interval - first + 7)
            let day = days.first { weekdays.contains((time.weekday + $0) % 7) }
            return day.flatMap { time.adding(CalendarDuration(days: $0)) }
        case .monthly:
            // A month without such a day is left out, as the standard wants it.
            return (1...48).lazy.compactMap { step in
                let months = time.month - 1 + step * interval
                return time.on(year: time.year + months / 12, month: months % 12 + 1, day: time.day)
            }.first
        case .yearly:
            return (1...8).lazy.compactMap { step in
                time.on(year: time.year + step * interval, month: time.month, day: time.day)
            }.first
        }
    }

    /// The value of a rule for what comes behind the next occurrence.
    static func continuing(_ value: String) -> String {
        value.split(separator: ";", omittingEmptySubsequences: false).map { part in
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].uppercased() == "COUNT", let count = Int(pair[1]) else {
                return String(part)
            }
            return "\(pair[0])=\(count - 1)"
        }
        .joined(separator: ";")
    }
}

extension CalendarTime {
    /// The day of the week, from 0 for Monday.
    fileprivate var weekday: Int {
        let date = wholeDay.date(in: .gmt) ?? Date(timeIntervalSince1970: 0)
        return (Self.calendar(.gmt).component(.weekday, from: date) + 5) % 7
    }
}
