extension Signal {
    /// Emits the latest value when no other has arrived for a while.
    ///
    /// ![debounce](marbles-debounce.svg)
    ///
    /// ```swift
    /// let queries = text.changes.debounce(for: .milliseconds(300), on: .main)
    /// ```
    ///
    /// A value at the very instant at which the previous one is due replaces it if it arrives before that is emitted.
    /// When this signal finishes, a pending value is emitted at once, and the result finishes. When the last observer
    /// leaves, a pending value is dropped. Starts again with each first observer and keeps this signal alive. O(1) per
    /// value; there is one timer, however many values there are.
    ///
    /// - Parameters:
    ///   - interval: How long no value must arrive.
    ///   - scheduler: Where this signal belongs.
    @export(implementation)
    public func debounce<Time: Scheduler>(for interval: Duration, on scheduler: Time) -> Signal<Value> {
        hub.learnHome(from: scheduler)
        return Signal { hub in
            let last = Memory<Value?>(nil)
            let emit = { (hub: Hub<Value>) in
                if let value = exchange(&last.value, with: nil) { hub.send(value) }
            }
            let timer = OperatorTimer(on: scheduler, of: hub) { _, hub in emit(hub) }
            let finish = {
                emit(hub)
                timer.finish(hub)
            }
            self.feed(hub, onFinish: finish) { value in
                last.value = value
                timer.wait(for: interval)
            }
        }
    }
}

extension Observable {
    /// Returns an observable that follows this one when it has not changed for a while.
    ///
    /// ![debounce, of an observable](marbles-debounce-of-an-observable.svg)
    ///
    /// It begins with the present value. It stays connected for as long as it is kept or observed, like the result of
    /// ``Signal/hold(_:isolation:)``, and keeps this observable alive. O(1) per change.
    ///
    /// - Parameters:
    ///   - interval: How long this observable must not change.
    ///   - scheduler: Where this observable belongs.
    @export(implementation)
    public func debounce<Time: Scheduler>(for interval: Duration, on scheduler: Time) -> Observable<Value> {
        changes.debounce(for: interval, on: scheduler).hold(value)
    }
}
