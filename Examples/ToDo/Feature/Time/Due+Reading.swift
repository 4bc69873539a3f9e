import Foundation

/// Why a text says no day: one line, and how to fix it.
public struct DueProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let description: String

    /// What a text may be.
    public static let forms =
        "today, tomorrow, a weekday, +3d, +2w or 2026-12-01; with a time: fri 15:00"
}

extension Due {
    /// Reads what a user types; nil for "none".
    ///
    /// | text | the day |
    /// | --- | --- |
    /// | `today`, `tomorrow` | as the words say |
    /// | `fri`, `friday` | the next Friday after today |
    /// | `+3d`, `+2w` | so many days or weeks after today |
    /// | `2026-12-01` | that one |
    ///
    /// A time of the user's time zone may follow: `fri 9:30`, `2026-12-01T09:30`.
    public static func read(_ text: String, at present: Present) throws(DueProblem) -> Due? {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        if words == ["none"] { return nil }
        var (name, time) = (words.first ?? "", words.count == 2 ? words[1] : nil)
        if words.count == 1, let mark = name.firstIndex(of: "t"), name.utf8.prefix(4).number(digits: 4...4) != nil {
            (name, time) = (name[..<mark], name[mark...].dropFirst())
        }
        guard words.count == 1 || words.count == 2, let day = day(name, at: present) else {
            throw DueProblem(description: "\"\(text)\" is no day: use \(DueProblem.forms)")
        }
        guard let time else { return .day(day) }
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = parts[0].utf8.number(digits: 1...2), hour < 24,
            let minute = parts[1].utf8.number(digits: 2...2), minute < 60
        else {
            throw DueProblem(description: "\"\(time)\" is no time: use 0:00 to 23:59")
        }
        guard let moment = day.moment(hour: hour, minute: minute, in: present.timeZone) else {
            throw DueProblem(description: "there is no \(time) on \(day.text(at: present)): the clocks go forward then")
        }
        return .moment(moment)
    }

    private static func day(_ name: Substring, at present: Present) -> Day? {
        if let days = days(name) { return present.today.adding(days) }
        switch name {
        case "today": return present.today
        case "tomorrow": return present.today.adding(1)
        default: break
        }
        guard let index = Weekdays.names.firstIndex(where: { $0.lowercased().hasPrefix(name) }), name.count >= 3 else {
            return Day(String(name))
        }
        return present.today.adding(1 + (index + 1 - present.today.weekday + 6) % 7)
    }
}

/// The names of the days of the week and of the months.
enum Weekdays {
    /// From Sunday.
    static let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension Due {
    /// The days of a distance, such as +3d or +2w; nil for any other text.
    static func days(_ text: some StringProtocol) -> Int? {
        guard text.hasPrefix("+"), text.hasSuffix("d") || text.hasSuffix("w"),
            let count = text.utf8.dropFirst().dropLast().number(digits: 1...5)
        else { return nil }
        return text.hasSuffix("w") ? 7 * count : count
    }
}
