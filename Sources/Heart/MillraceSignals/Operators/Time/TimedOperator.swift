import MillraceBase

/// The base class of the state of timed operators: the state itself, and the time at which the operator has to act.
///
/// The hub keeps it alive until the hub disconnects from its source. It refers to the hub weakly, and the scheduler
/// refers to it weakly, so that a graph which is released outside its domain goes at once, together with its pending
/// work. If nothing but time feeds the hub, as in an interval or when the source has finished and values are pending,
/// the scheduler keeps the hub alive.
@usableFromInline
class TimedOperator<Value, Time: Scheduler> {
    private final let scheduler: Time
    private final weak var hub: Hub<Value>?

    /// The time at which it rings. Nil if it does not wait.
    private final var due: Duration?

    /// The running timer.
    private final var timer: ScheduledWork?

    /// The object that the timer keeps alive.
    private final weak var kept: KeptHub<Value>?
    private final var keepsHub = false

    /// Whether the hub has disconnected from its source: pending work must not reach it any more.
    private(set) final var isOver = false

    @usableFromInline
    init(on scheduler: Time, of hub: Hub<Value>) {
        self.scheduler = scheduler
        self.hub = hub
        hub.learnHome(from: scheduler)
        hub.onDisconnect = { [self] in isOver = true }
    }

    /// Runs on any thread, and at once when the hub has disconnected.
    deinit { timer?.cancel() }

    /// Called when the time has come.
    @usableFromInline
    func ring(_ hub: Hub<Value>) {}

    final var now: Duration { scheduler.now }

    /// Whether it waits to ring.
    final var isWaiting: Bool { due != nil }

    /// Rings at a time, which must not be before the one that it already waits for.
    ///
    /// Postponing costs nothing: the running timer checks the time when it fires, and is set again for the rest.
    final func wait(until time: Duration) {
        due = time
        if timer == nil { startTimer(for: time - now) }
    }

    /// Cancels the wait.
    final func stop() {
        due = nil
        timer?.cancel()
        timer = nil
    }

    /// Keeps the hub alive while it waits, because nothing else feeds it.
    final func keepHub() {
        keepsHub = true
        kept?.hub = hub
    }

    /// Finishes the hub, unless it has disconnected meanwhile.
    final func finish(_ hub: Hub<Value>) {
        if !isOver { hub.finish() }
    }

    private func startTimer(for delay: Duration) {
        let kept = KeptHub(keepsHub ? hub : nil)
        self.kept = kept
        timer = scheduler.schedule(after: delay) { [weak self] in
            withExtendedLifetime(kept) { self?.timerRang() }
        }
    }

    private func timerRang() {
        timer = nil
        guard let due, let hub else { return }
        let rest = due - now
        if rest > .zero { return startTimer(for: rest) }
        self.due = nil
        ring(hub)
    }
}

/// Lets a timer keep a hub alive. The hub itself keeps nothing that keeps this: when the timer is gone, so are both.
private final class KeptHub<Value> {
    var hub: Hub<Value>?

    init(_ hub: Hub<Value>?) { self.hub = hub }
}
