import Foundation

/// When something is due: on a day, or at a moment.
public enum Due: Hashable, Codable, Sendable {
    /// On a day, wherever the user then is.
    case day(Day)
    /// At a moment, which has another time of the day in another time zone.
    case moment(Date)

    /// The day in a time zone.
    public func day(in timeZone: TimeZone) -> Day {
        switch self {
        case .day(let day): day
        case .moment(let moment): Day(of: moment, in: timeZone)
        }
    }
}
