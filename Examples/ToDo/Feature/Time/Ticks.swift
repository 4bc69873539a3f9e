import Foundation
import Millrace

/// The present, from minute to minute: midnight, a change of the clock and one of the time zone are noticed in time,
/// also by a machine that was asleep.
///
/// It ticks as long as it is kept.
final class Ticks {
    /// What the clock shows, at the last full minute or later.
    var present: Observable<Present> { shown }

    private let shown: Variable<Present>
    private let clock: WallClock
    private let scheduler: any Scheduler
    private var work: ScheduledWork?

    /// - Parameter scheduler: Where those who observe the present belong.
    init(of clock: WallClock, on scheduler: some Scheduler) {
        (self.clock, self.scheduler) = (clock, scheduler)
        shown = Variable(clock.present)
        wait()
    }

    deinit { work?.cancel() }

    private func wait() {
        let seconds = clock.present.date.timeIntervalSince1970
        let rest = 60 - (seconds - (seconds / 60).rounded(.down) * 60)
        work = scheduler.schedule(after: .seconds(rest)) { [weak self] in self?.tick() }
    }

    private func tick() {
        shown.value = clock.present
        wait()
    }
}
