/// What a timed operator remembers, and the time at which it has to do something: the base of each one's own.
///
/// The hub keeps it, until it lets go of what feeds it. It knows the hub only weakly, and the scheduler knows it only
/// weakly, so that a graph which is dropped off its domain goes at once, and with it what was to be done. Where nothing
/// feeds the hub but time, as in an interval or when the source has finished and values are still to come, the
/// scheduler keeps the hub.
@usableFromInline
class TimedOperator<Value, Time: Scheduler> {
    private final let scheduler: Time
    private final weak var hub: Hub<Value>?

    /// When it rings. Nil where there is nothing to wait for.
    private final var due: Duration?

    /// The timer that runs.
    private final var timer: ScheduledWork?

    /// What the timer keeps.
    private final weak var kept: KeptHub<Value>?
    private final var keepsHub = false

    /// The hub has let go of what feeds it: what is under way must not tell it anything more.
    private(set) final var isOver = false

    @usableFromInline
    init(on scheduler: Time, of hub: Hub<Value>) {
        self.scheduler = scheduler
        self.hub = hub
        hub.learnsHome(from: scheduler)
        hub.onDisconnect = { [self] in isOver = true }
    }

    /// Runs on any thread, and at once when the hub has let go.
    deinit { timer?.cancel() }

    /// Called when the time has come.
    @usableFromInline
    func ring(_ hub: Hub<Value>) {}

    final var now: Duration { scheduler.now }

    /// It is to ring.
    final var isWaiting: Bool { due != nil }

    /// Rings at a time, which must not be before the one that it waits for already.
    ///
    /// To put it off costs nothing: the timer that runs already looks at the time, and is set anew for the rest.
    final func wait(until time: Duration) {
        due = time
        if timer == nil { startTimer(for: time - now) }
    }

    /// Does not ring.
    final func stop() {
        due = nil
        timer?.cancel()
        timer = nil
    }

    /// Keeps the hub for as long as it waits: nothing else feeds it.
    final func keepHub() {
        keepsHub = true
        kept?.hub = hub
    }

    /// Finishes the hub, unless that has let go meanwhile.
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

/// Lets a timer keep a hub, which is kept by nothing that the hub itself keeps: when the timer is gone, so are both.
private final class KeptHub<Value> {
    var hub: Hub<Value>?

    init(_ hub: Hub<Value>?) { self.hub = hub }
}
