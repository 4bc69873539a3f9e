extension Signal {
    /// The same signal, which finishes when no value has come for too long, since it was observed or since the last
    /// one.
    ///
    /// At the very instant at which the time is over, what comes first counts: the value, or the end. A source that is
    /// released is silent, so the time runs out, for those who keep this signal or a subscription. When the last
    /// observer leaves, the time is no longer counted. It starts anew with each first observer, and keeps this signal.
    /// O(1) a value; there is one timer, however many values come.
    ///
    /// - Parameters:
    ///   - interval: How long to wait for a value.
    ///   - scheduler: Where this signal belongs.
    @inlinable
    public func timeout<Time: Scheduler>(after interval: Duration, on scheduler: Time) -> Signal<Value> {
        timedOut(after: interval, on: scheduler, emitting: nil)
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
        timedOut(after: interval, on: scheduler, emitting: value)
    }

    @inlinable
    func timedOut<Time: Scheduler>(
        after interval: Duration,
        on scheduler: Time,
        emitting lastValue: (() -> Value)?
    ) -> Signal<Value> {
        hub.learnsHome(from: scheduler)
        return Signal { hub in
            let limit = TimeoutTimer(interval, on: scheduler, of: hub, emitting: lastValue)
            limit.putOff()
            self.feed(hub) { value in
                if limit.isReached { return }
                limit.putOff()
                hub.send(value)
            }
        }
    }
}

/// What `timeout` remembers.
@usableFromInline
final class TimeoutTimer<Value, Time: Scheduler>: TimedOperator<Value, Time> {
    private let interval: Duration
    private let lastValue: (() -> Value)?

    /// The time is over: what observers of the last value send comes too late.
    @usableFromInline private(set) var isReached = false

    @usableFromInline
    init(_ interval: Duration, on scheduler: Time, of hub: Hub<Value>, emitting lastValue: (() -> Value)?) {
        self.interval = interval
        self.lastValue = lastValue
        super.init(on: scheduler, of: hub)
    }

    @usableFromInline
    func putOff() { wait(until: now + interval) }

    override func ring(_ hub: Hub<Value>) {
        isReached = true
        if let lastValue { hub.send(lastValue()) }
        finish(hub)
    }
}
