extension Signal where Value == Int {
    /// A signal that emits 0, 1, 2 and so on, the first when one interval has passed, for as long as somebody observes.
    ///
    /// ```swift
    /// let clock = Signal.interval(.seconds(1), on: .main).map { _ in Date.now }
    /// ```
    ///
    /// The values come at the multiples of the interval, however long the observers take: one that is late comes as
    /// soon as it can, and those whose time has passed by then are left out, and not counted. It never finishes, and
    /// counts anew with each first observer. It is kept by the scheduler while it is observed, and the timer ends with
    /// its last observer. O(1) a value.
    ///
    /// - Parameters:
    ///   - interval: How long from one value to the next. Must be positive.
    ///   - scheduler: Where the signal belongs.
    public static func interval<Time: Scheduler>(
        _ interval: Duration,
        on scheduler: Time,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Signal<Int> {
        guard interval > .zero else {
            stop(
                "Signal.interval: an interval of \(interval) was asked for. To fix: pass a positive one.",
                file: file,
                line: line
            )
        }
        return Signal { hub in withExtendedLifetime(Ticking(interval, on: scheduler, of: hub)) { $0.start() } }
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
        Signal { hub in withExtendedLifetime(Countdown(on: scheduler, of: hub)) { $0.start(delay) } }
    }
}

/// What `interval` remembers.
private final class Ticking<Time: Scheduler>: TimedOperator<Int, Time> {
    private let interval: Duration
    private var tick: Duration
    private var count = 0

    init(_ interval: Duration, on scheduler: Time, of hub: Hub<Int>) {
        self.interval = interval
        tick = scheduler.now
        super.init(on: scheduler, of: hub)
    }

    func start() {
        keepHub()
        waitForNext(after: tick)
    }

    private func waitForNext(after time: Duration) {
        let passed = Duration(attoseconds: (time - tick).attoseconds % interval.attoseconds)
        tick = time - passed + interval
        wait(until: tick)
    }

    /// The next timer is set before the observers are told: one of them may leave, and end it.
    override func ring(_ hub: Hub<Int>) {
        waitForNext(after: now)
        count += 1
        hub.send(count - 1)
    }
}

/// What `timer` waits for.
private final class Countdown<Time: Scheduler>: TimedOperator<Void, Time> {
    func start(_ delay: Duration) {
        keepHub()
        wait(until: now + delay)
    }

    override func ring(_ hub: Hub<Void>) {
        hub.send(())
        finish(hub)
    }
}
