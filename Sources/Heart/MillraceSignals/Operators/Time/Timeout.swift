extension Signal {
    /// Finishes when no value has arrived for too long, since the observation began or since the last value.
    ///
    /// At the very instant of the time-out, whatever comes first counts: the value, or the end. A source that is
    /// released is silent, so the time runs out for those who keep this signal or a subscription. When the last
    /// observer leaves, the timer ends. Starts again with each first observer and keeps this signal alive. O(1) per
    /// value; there is one timer, however many values there are.
    ///
    /// - Parameters:
    ///   - interval: How long to wait for a value.
    ///   - scheduler: Where this signal belongs.
    @export(implementation)
    public func timeout<Time: Scheduler>(after interval: Duration, on scheduler: Time) -> Signal<Value> {
        timedOut(after: interval, on: scheduler, emitting: nil)
    }

    /// Emits a last value and finishes when no value has arrived for too long.
    ///
    /// ```swift
    /// let answers = requests.timeout(after: .seconds(5), emitting: .failure(ServiceError.tooSlow), on: .main)
    /// ```
    ///
    /// Otherwise like ``timeout(after:on:)``.
    ///
    /// - Parameters:
    ///   - interval: How long to wait for a value.
    ///   - value: The value to emit on time-out. Evaluated only then.
    ///   - scheduler: Where this signal belongs.
    @export(implementation)
    public func timeout<Time: Scheduler>(
        after interval: Duration,
        emitting value: @escaping @autoclosure () -> Value,
        on scheduler: Time
    ) -> Signal<Value> {
        timedOut(after: interval, on: scheduler, emitting: value)
    }

    @export(implementation)
    func timedOut<Time: Scheduler>(
        after interval: Duration,
        on scheduler: Time,
        emitting lastValue: (() -> Value)?
    ) -> Signal<Value> {
        hub.learnHome(from: scheduler)
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

/// The state of `timeout`.
@usableFromInline
final class TimeoutTimer<Value, Time: Scheduler>: TimedOperator<Value, Time> {
    private let interval: Duration
    private let lastValue: (() -> Value)?

    /// Whether the time is over: what observers of the last value send comes too late.
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
