import MillraceBase
import MillraceSignals

/// Notifies an activity that rows are in flight, from the first that is to be made to the last that was.
@usableFromInline
final class MakingFlight {
    private let activity: Activity
    private let scheduler: any Scheduler
    private var isMaking = false
    private var flight: Activity.Flight?

    init(_ activity: Activity, on scheduler: any Scheduler) {
        (self.activity, self.scheduler) = (activity, scheduler)
    }

    /// Runs on any thread: the activity is notified on its own thread.
    deinit {
        guard let flight else { return }
        let ended = UncheckedTransfer(flight)
        scheduler.post { ended.content.end() }
    }

    /// Notes, in a turn, whether any row is still to be made. The activity is notified when the turn is over.
    @usableFromInline
    func note(isMaking: Bool) {
        guard isMaking != self.isMaking else { return }
        self.isMaking = isMaking
        withRunner { $0.afterTurn { self.tell() } }
    }

    private func tell() {
        if isMaking {
            flight = flight ?? activity.begin()
        } else {
            exchange(&flight, with: nil)?.end()
        }
    }
}
