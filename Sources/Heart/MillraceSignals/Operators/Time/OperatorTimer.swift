/// The time at which a timed operator has to act.
///
/// The hub and the operator's links keep it alive until the hub disconnects from its source. It refers to the hub weakly,
/// and the scheduler refers to it weakly, so that a graph which is released outside its domain goes at once, together
/// with its pending work. If nothing but time feeds the hub, as in an interval or when the source has finished and values
/// are pending, the scheduler keeps the hub alive.
@usableFromInline
final class OperatorTimer<Value> {
    private let scheduler: any Scheduler
    private weak var hub: Hub<Value>?
    private let onRing: (OperatorTimer<Value>, Hub<Value>) -> Void

    /// The time at which it rings. Nil if it does not wait.
    private var due: Duration?

    /// The running timer.
    private var timer: ScheduledWork?
    private var keepsHub = false

    /// Whether the hub has disconnected from its source: pending work must not reach it any more.
    @usableFromInline private(set) var isOver = false

    /// - Parameter onRing: Called with this and the hub when the time has come.
    @usableFromInline
    init(
        on scheduler: any Scheduler,
        of hub: Hub<Value>,
        onRing: @escaping (OperatorTimer<Value>, Hub<Value>) -> Void
    ) {
        self.scheduler = scheduler
        self.hub = hub
        self.onRing = onRing
        hub.learnHome(from: scheduler)
        hub.onDisconnect = { [self] in isOver = true }
    }

    /// Runs on any thread, and at once when the hub has disconnected.
    deinit { timer?.cancel() }

    @usableFromInline var now: Duration { scheduler.now }

    /// Whether it waits to ring.
    @usableFromInline var isWaiting: Bool { due != nil }

    /// Rings after an interval, and not before; see ``wait(until:)``.
    @usableFromInline
    func wait(for interval: Duration) { wait(until: now + interval) }

    /// Rings at a time, which must not be before the one that it already waits for.
    ///
    /// Postponing costs nothing: the running timer checks the time when it fires, and is set again for the rest.
    @usableFromInline
    func wait(until time: Duration) {
        due = time
        if timer == nil { startTimer(for: time - now) }
    }

    /// Cancels the wait.
    @usableFromInline
    func stop() {
        due = nil
        timer?.cancel()
        timer = nil
    }

    /// Keeps the hub alive while it waits, because nothing else feeds it.
    @usableFromInline
    func keepHub() {
        keepsHub = true
        guard let due, timer != nil else { return }
        stop()
        wait(until: due)
    }

    /// Finishes the hub, unless it has disconnected meanwhile.
    @usableFromInline
    func finish(_ hub: Hub<Value>) {
        if !isOver { hub.finish() }
    }

    private func startTimer(for delay: Duration) {
        let kept = keepsHub ? hub : nil
        timer = scheduler.schedule(after: delay) { [weak self] in withExtendedLifetime(kept) { self?.timerRang() } }
    }

    private func timerRang() {
        timer = nil
        guard let due, let hub else { return }
        let rest = due - now
        if rest > .zero { return startTimer(for: rest) }
        self.due = nil
        onRing(self, hub)
    }
}
