extension Signal where Value == Int {
    /// A signal that emits 0, 1, 2 and so on, the first when one interval has passed, for as long as somebody observes.
    ///
    /// ```swift
    /// let clock = Signal.interval(.seconds(1), on: .main).map { _ in Date.now }
    /// ```
    ///
    /// The values come at the multiples of the interval, however long the observers take; those whose time passes
    /// meanwhile are left out, and not counted. It never finishes, and counts anew with each first observer. It is kept
    /// by the scheduler while it is observed, and the timer ends with its last observer. O(1) a value.
    ///
    /// - Parameters:
    ///   - interval: How long from one value to the next. Must be positive.
    ///   - scheduler: Where the signal belongs.
    public static func interval<Time: Scheduler>(_ interval: Duration, on scheduler: Time) -> Signal<Int> {
        guard interval > .zero else {
            fatalError("Signal.interval: an interval of \(interval) was asked for. To fix: pass a positive one.")
        }
        return Signal { hub in Ticking(interval, Alarm(on: scheduler, of: hub)).start() }
    }
}

extension Signal where Value == Void {
    /// A signal that emits once, when a while has passed since it was first observed, and finishes.
    ///
    /// It waits anew with each first observer that comes after it has finished. It is kept by the scheduler while it is
    /// observed, and the timer ends with its last observer. O(1).
    ///
    /// - Parameters:
    ///   - delay: How long.
    ///   - scheduler: Where the signal belongs.
    public static func timer<Time: Scheduler>(after delay: Duration, on scheduler: Time) -> Signal<Void> {
        Signal { hub in
            let alarm = Alarm(on: scheduler, of: hub)
            alarm.keepHub()
            alarm.set(after: delay) { hub in
                hub.send(())
                hub.finish()
            }
        }
    }
}

/// What `interval` remembers.
private final class Ticking<Time: Scheduler> {
    private let interval: Duration
    private let alarm: Alarm<Int, Time>
    private var count = 0
    private var due: Duration

    init(_ interval: Duration, _ alarm: Alarm<Int, Time>) {
        self.interval = interval
        self.alarm = alarm
        due = alarm.scheduler.now
    }

    func start() {
        alarm.keepHub()
        wait(until: due + interval)
    }

    private func wait(until next: Duration) {
        due = next
        alarm.set(after: next - alarm.scheduler.now) { [self] hub in ring(hub) }
    }

    /// The next timer is set before the observers are told: one of them may leave, and end it.
    private func ring(_ hub: Hub<Int>) {
        let passed = max(.zero, alarm.scheduler.now - due)
        wait(until: due + interval * (Int(passed / interval) + 1))
        count += 1
        hub.send(count - 1)
    }
}
