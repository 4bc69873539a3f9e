extension Signal {
    /// Finishes when no value has arrived for too long, since the observation began or since the last value.
    ///
    /// ![timeout](marbles-timeout.svg)
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
    /// ![timeout(emitting:)](marbles-timeout-emitting.svg)
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
            // Values that observers of the last value send come too late.
            let isReached = Memory(false)
            let timer = OperatorTimer(on: scheduler, of: hub) { timer, hub in
                isReached.value = true
                if let lastValue { hub.send(lastValue()) }
                timer.finish(hub)
            }
            timer.wait(for: interval)
            self.feed(hub) { value in
                if isReached.value { return }
                timer.wait(for: interval)
                hub.send(value)
            }
        }
    }
}
