import Foundation

/// When something has happened, in words, where the user is. Empty where that is not known.
struct EventTime: Equatable, Sendable {
    private let milliseconds: Int
    private let zone: TimeZone

    /// - Parameters:
    ///   - milliseconds: The time since 1970.
    ///   - zone: The time zone of the user.
    init(_ milliseconds: Int, in zone: TimeZone) { (self.milliseconds, self.zone) = (milliseconds, zone) }

    /// The day and the time: "2026-11-18 09:30".
    var text: String { milliseconds > 0 ? "\(day) \(clock)" : "" }

    /// The day: "2026-11-18".
    var day: String {
        local.map { "\($0.tm_year + 1_900)-\(($0.tm_mon + 1).twoDigits)-\($0.tm_mday.twoDigits)" } ?? ""
    }

    /// The time of the day: "09:30".
    var clock: String { local.map { "\($0.tm_hour.twoDigits):\($0.tm_min.twoDigits)" } ?? "" }

    /// The fields of the time on the user's calendar. Cheap: it is asked of each row, and a formatter would be made for
    /// each.
    private var local: tm? {
        guard milliseconds > 0 else { return nil }
        let moment = Date(timeIntervalSince1970: Double(milliseconds / 1_000))
        var (seconds, fields) = (milliseconds / 1_000 + zone.secondsFromGMT(for: moment), tm())
        return gmtime_r(&seconds, &fields) == nil ? nil : fields
    }

    /// The time of the day, or the month and the day if it was another one than that of a later time.
    func short(before later: EventTime) -> String { day == later.day ? clock : String(day.dropFirst(5)) }
}

extension Int32 {
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
