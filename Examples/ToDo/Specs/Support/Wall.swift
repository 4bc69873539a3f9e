import Foundation
import Millrace
import MillraceSpecs
import Synchronization

@testable import ToDoList

/// A clock on the wall that goes with virtual time, and that a spec may put.
final class Wall: Sendable {
    let scheduler = TestScheduler()
    private let shown = Mutex(
        (date: ToDoSpecs.date("2026-11-28T10:00:00Z"), zone: zoned("Europe/Berlin"), firstWeekday: 2)
    )

    /// What the clock shows now, to be put.
    var date: Date {
        get { shown.withLock { $0.date } + scheduler.now / .seconds(1) }
        set { shown.withLock { $0.date = newValue - scheduler.now / .seconds(1) } }
    }

    var zone: TimeZone {
        get { shown.withLock { $0.zone } }
        set { shown.withLock { $0.zone = newValue } }
    }

    var firstWeekday: Int {
        get { shown.withLock { $0.firstWeekday } }
        set { shown.withLock { $0.firstWeekday = newValue } }
    }

    var clock: WallClock {
        WallClock { [self] in Present(date, in: zone, firstWeekday: firstWeekday) }
    }

    var present: Present { clock.present }

    func advance(by duration: Duration) { scheduler.advance(by: duration) }
}
