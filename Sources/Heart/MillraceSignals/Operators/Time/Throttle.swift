extension Signal {
    /// Emits at most one value per interval: the first at once, and then the latest when the interval is over.
    ///
    /// ![throttle](marbles-throttle.svg)
    ///
    /// ![throttle(latest: false)](marbles-throttle-latest-false.svg)
    ///
    /// ```swift
    /// let position = scrolled.throttle(for: .milliseconds(100), on: .main)
    /// ```
    ///
    /// A value that arrives when none has arrived for longer than the interval is emitted at once. From then on values
    /// are held back until the interval is over. Then the latest of them is emitted, and the next interval begins; with
    /// `latest: false` all of them are dropped. A value at the very instant at which the interval ends replaces the one
    /// held back if it arrives before that is emitted.
    ///
    /// If this signal finishes while a value is held back, the value is emitted at its time, and then the result
    /// finishes. When the last observer leaves, the value is dropped. Starts again with each first observer and keeps
    /// this signal alive. O(1) per value.
    ///
    /// - Parameters:
    ///   - interval: The shortest time between values.
    ///   - latest: Whether the latest value held back is emitted when the interval is over.
    ///   - scheduler: Where this signal belongs.
    @export(implementation)
    public func throttle<Time: Scheduler>(
        for interval: Duration,
        latest: Bool = true,
        on scheduler: Time
    ) -> Signal<Value> {
        hub.learnHome(from: scheduler)
        return Signal { hub in
            let (heldBack, intervalEnd, isFinished) = (Memory<Value?>(nil), Memory<Duration?>(nil), Memory(false))
            let timer = OperatorTimer(on: scheduler, of: hub) { timer, hub in
                if let value = exchange(&heldBack.value, with: nil) {
                    intervalEnd.value = timer.now + interval
                    hub.send(value)
                }
                if isFinished.value, heldBack.value == nil { timer.finish(hub) }
            }
            let finish = {
                if heldBack.value == nil { return timer.finish(hub) }
                isFinished.value = true
                timer.keepHub()
            }
            self.feed(hub, onFinish: finish) { value in
                let now = timer.now
                if let end = intervalEnd.value, end > now {
                    if !latest { return }
                    heldBack.value = value
                    if !timer.isWaiting { timer.wait(until: end) }
                    return
                }
                timer.stop()
                heldBack.value = nil
                intervalEnd.value = now + interval
                hub.send(value)
            }
        }
    }
}

extension Observable {
    /// Returns an observable that follows this one at most once per interval: a first change at once, later ones when
    /// the interval is over.
    ///
    /// ![throttle, of an observable](marbles-throttle-of-an-observable.svg)
    ///
    /// It begins with the present value. It stays connected for as long as it is kept or observed, like the result of
    /// ``Signal/hold(_:isolation:)``, and keeps this observable alive. O(1) per change.
    ///
    /// - Parameters:
    ///   - interval: The shortest time between changes.
    ///   - scheduler: Where this observable belongs.
    @export(implementation)
    public func throttle<Time: Scheduler>(for interval: Duration, on scheduler: Time) -> Observable<Value> {
        changes.throttle(for: interval, on: scheduler).hold(value)
    }
}
