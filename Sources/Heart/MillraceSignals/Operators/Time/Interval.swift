import MillraceBase

extension Signal where Value == Int {
    /// Returns a signal that emits 0, 1, 2 and so on, once per interval.
    ///
    /// ![interval](marbles-interval.svg)
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
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
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
        return Signal { hub in
            let (tick, count) = (Memory(scheduler.now), Memory(0))
            let wait = { (timer: OperatorTimer<Int>, time: Duration) in
                let passed = Duration(attoseconds: (time - tick.value).attoseconds % interval.attoseconds)
                tick.value = time - passed + interval
                timer.wait(until: tick.value)
            }
            // The next timer is set before the observers are called, because one of them may leave and end it.
            let timer = OperatorTimer(on: scheduler, of: hub) { timer, hub in
                wait(timer, timer.now)
                count.value += 1
                hub.send(count.value - 1)
            }
            timer.keepHub()
            wait(timer, tick.value)
        }
    }
}

extension Signal where Value == Void {
    /// Returns a signal that emits once, a while after it is first observed, and finishes.
    ///
    /// ![timer](marbles-timer.svg)
    ///
    /// Starts again with each first observer, also after it has finished; later observers join the current run. The
    /// scheduler keeps the signal alive while it is observed, and the timer ends with the last observer. O(1).
    ///
    /// - Parameters:
    ///   - delay: How long to wait.
    ///   - scheduler: Where the signal belongs.
    public static func timer<Time: Scheduler>(after delay: Duration, on scheduler: Time) -> Signal<Void> {
        Signal { hub in
            let timer = OperatorTimer(on: scheduler, of: hub) { timer, hub in
                hub.send(())
                timer.finish(hub)
            }
            timer.keepHub()
            timer.wait(for: delay)
        }
    }
}
