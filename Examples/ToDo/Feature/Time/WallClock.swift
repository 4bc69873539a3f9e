import Foundation
import Millrace

/// The clock on the user's wall: a service, so that specs have one of their own.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Present

    /// Creates a clock that is read by a function.
    public init(_ read: @escaping @Sendable () -> Present) { self.read = read }

    /// What it shows now.
    public var present: Present { read() }

    /// The clock, the time zone and the locale of the system. Each may change while the program runs.
    ///
    /// - Parameter environment: The variables of the process. Where Foundation does not know the user's locale, as on
    ///   Linux, they say it.
    public static func system(_ environment: [String: String]) -> WallClock {
        let locale = Locale(of: environment) ?? .autoupdatingCurrent
        return WallClock {
            NSTimeZone.resetSystemTimeZone()
            var calendar = Calendar(identifier: .gregorian)
            calendar.locale = locale
            return Present(Date(), in: .current, firstWeekday: calendar.firstWeekday)
        }
    }
}

extension Locale {
    /// The locale for times that variables of the process name, such as `de_AT.UTF-8`; nil if they name none.
    init?(of environment: [String: String]) {
        let names = ["LC_ALL", "LC_TIME", "LANG"].compactMap { environment[$0] }.filter { !$0.isEmpty }
        guard let name = names.first?.prefix(while: { $0 != "." && $0 != "@" }), !["C", "POSIX"].contains(name) else {
            return nil
        }
        self.init(identifier: String(name))
    }
}
