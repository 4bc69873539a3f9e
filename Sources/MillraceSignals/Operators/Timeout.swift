extension Signal {
    /// The same signal, which finishes when no value has come for too long, since it was observed or since the last one.
    ///
    /// A value that comes at the very instant at which the time is over, but later, is not emitted. When the last observer
    /// leaves, the time is no longer counted. It starts anew with each first observer, and keeps this signal. O(1) a
    /// value; there is one timer, however many values come.
    ///
    /// - Parameters:
    ///   - interval: How long to wait for a value.
    ///   - scheduler: Where this signal belongs.
    @inlinable
    public func timeout<Time: Scheduler>(after interval: Duration, on scheduler: Time) -> Signal<Value> {
        timedOut(after: interval, on: scheduler) { $0.finish() }
    }

    /// The same signal, which emits a last value and finishes when none has come for too long, since it was observed or
    /// since the last one.
    ///
    /// ```swift
    /// let answers = requests.timeout(after: .seconds(5), emitting: .failure(ServiceError.tooSlow), on: .main)
    /// ```
    ///
    /// Otherwise as ``timeout(after:on:)``.
    ///
    /// - Parameters:
    ///   - interval: How long to wait for a value.
    ///   - value: What to emit when none has come. Computed then.
    ///   - scheduler: Where this signal belongs.
    @inlinable
    public func timeout<Time: Scheduler>(
        after interval: Duration,
        emitting value: @escaping @autoclosure () -> Value,
        on scheduler: Time
    ) -> Signal<Value> {
        timedOut(after: interval, on: scheduler) {
            $0.send(value())
            $0.finish()
        }
    }

    @inlinable
    func timedOut<Time: Scheduler>(
        after interval: Duration,
        on scheduler: Time,
        _ onTimeout: @escaping (Hub<Value>) -> Void
    ) -> Signal<Value> {
        Signal { hub in
            let limit = TimeLimit(interval, Alarm(on: scheduler, of: hub), onTimeout)
            limit.start()
            self.feed(hub) { value in
                limit.putOff()
                hub.send(value)
            }
        }
    }
}

/// What `timeout` remembers. A value only puts off the time: the timer that runs already looks at it when it rings, and is
/// set anew for the rest.
@usableFromInline
final class TimeLimit<Value, Time: Scheduler> {
    private let interval: Duration
    private let alarm: Alarm<Value, Time>
    private let onTimeout: (Hub<Value>) -> Void
    private var due: Duration = .zero

    @usableFromInline
    init(_ interval: Duration, _ alarm: Alarm<Value, Time>, _ onTimeout: @escaping (Hub<Value>) -> Void) {
        self.interval = interval
        self.alarm = alarm
        self.onTimeout = onTimeout
    }

    @usableFromInline
    func putOff() { due = alarm.scheduler.now + interval }

    @usableFromInline
    func start() {
        putOff()
        wait(interval)
    }

    private func wait(_ delay: Duration) {
        alarm.set(after: delay) { [self] hub in
            let rest = due - alarm.scheduler.now
            if rest > .zero { wait(rest) } else { onTimeout(hub) }
        }
    }
}
