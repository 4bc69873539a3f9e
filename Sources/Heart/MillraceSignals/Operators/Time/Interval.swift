import MillraceBase

extension Signal where Value == Int {
    /// Returns a signal that emits 0, 1, 2 and so on, once per interval.
    ///
    /// ```swift
    /// let clock = Signal.interval(.seconds(1), on: .main).map { _ in Date.now }
    /// ```
    ///
    /// The first value comes after one interval. Values come at multiples of the interval, however long the observers
    /// take: a late value comes as soon as possible, and those whose time has passed by then are skipped and not
    /// counted. Never finishes; counting starts again with each first observer. The scheduler keeps the signal alive
    /// while it is observed, and the timer ends with the last observer. O(1) per value.
    ///
    /// - Parameters:
    ///   - interval: The time between values. Must be positive.
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
    /// Returns a signal that emits once, a while after it is first observed, and finishes.
    ///
    /// Starts again with each first observer, also after it has finished; later observers join the current run. The
    /// scheduler keeps the signal alive while it is observed, and the timer ends with the last observer. O(1).
    ///
    /// - Parameters:
    ///   - delay: How long to wait.
    ///   - scheduler: Where the signal belongs.
    public static func timer<Time: Scheduler>(after delay: Duration, on scheduler: Time) -> Signal<Void> {
        Signal { hub in withExtendedLifetime(Countdown(on: scheduler, of: hub)) { $0.start(delay) } }
    }
}

/// The state of `interval`.
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

    /// Sets the next timer before calling the observers, because one of them may leave and end it.
    override func ring(_ hub: Hub<Int>) {
        waitForNext(after: now)
        count += 1
        hub.send(count - 1)
    }
}

/// The state of `timer`.
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
