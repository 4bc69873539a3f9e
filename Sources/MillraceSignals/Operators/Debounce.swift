extension Signal {
    /// A signal of the last value whenever no other has come for a while.
    ///
    /// ```swift
    /// let queries = text.changes.debounce(for: .milliseconds(300), on: .main)
    /// ```
    ///
    /// A value that comes at the very instant at which the one before is due is another value: the one before is not
    /// emitted. When this signal finishes, the last value is emitted at once, if it was still to come, and the signal
    /// finishes. When the last observer leaves, what was still to come is dropped. It starts anew with each first
    /// observer, and keeps this signal. O(1) a value; there is one timer, however many values come.
    ///
    /// - Parameters:
    ///   - interval: How long it must be quiet.
    ///   - scheduler: Where this signal belongs.
    @inlinable
    public func debounce<Time: Scheduler>(for interval: Duration, on scheduler: Time) -> Signal<Value> {
        Signal { hub in
            let debouncing = Debouncing(interval, Alarm(on: scheduler, of: hub))
            self.feed(hub, onFinish: { debouncing.finish(hub) }) { debouncing.receive($0) }
        }
    }
}

extension Observable {
    /// An observable that follows this one when it has not changed for a while.
    ///
    /// It begins with the present value. It is connected for as long as it is kept or observed, as what
    /// ``Signal/hold(_:)`` gives, and it keeps this observable. O(1) a change.
    ///
    /// - Parameters:
    ///   - interval: How long it must be quiet.
    ///   - scheduler: Where this observable belongs.
    @inlinable
    public func debounce<Time: Scheduler>(for interval: Duration, on scheduler: Time) -> Observable<Value> {
        changes.debounce(for: interval, on: scheduler).hold(value)
    }
}

/// What `debounce` remembers. A value only puts off the time: the timer that runs already looks at it when it rings, and
/// is set anew for the rest.
@usableFromInline
final class Debouncing<Value, Time: Scheduler> {
    private let interval: Duration
    private let alarm: Alarm<Value, Time>
    private var last: Value?
    private var due: Duration = .zero

    @usableFromInline
    init(_ interval: Duration, _ alarm: Alarm<Value, Time>) {
        self.interval = interval
        self.alarm = alarm
    }

    @usableFromInline
    func receive(_ value: Value) {
        last = value
        due = alarm.scheduler.now + interval
        if !alarm.isSet { wait(interval) }
    }

    private func wait(_ delay: Duration) {
        alarm.set(after: delay) { [self] in ring($0) }
    }

    private func ring(_ hub: Hub<Value>) {
        let rest = due - alarm.scheduler.now
        if rest > .zero { return wait(rest) }
        if let value = exchange(&last, with: nil) { hub.send(value) }
    }

    @usableFromInline
    func finish(_ hub: Hub<Value>) {
        if let value = exchange(&last, with: nil) { hub.send(value) }
        hub.finish()
    }
}
