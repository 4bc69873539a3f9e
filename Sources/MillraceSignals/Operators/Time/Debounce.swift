extension Signal {
    /// A signal of the last value whenever no other has come for a while.
    ///
    /// ```swift
    /// let queries = text.changes.debounce(for: .milliseconds(300), on: .main)
    /// ```
    ///
    /// A value that comes at the very instant at which the one before is due, and sooner than that is emitted, takes
    /// its place. When this signal finishes, the last value is emitted at once, if it was still to come, and the signal
    /// finishes. When the last observer leaves, what was still to come is dropped. It starts anew with each first
    /// observer, and keeps this signal. O(1) a value; there is one timer, however many values come.
    ///
    /// - Parameters:
    ///   - interval: How long it must be quiet.
    ///   - scheduler: Where this signal belongs.
    @inlinable
    public func debounce<Time: Scheduler>(for interval: Duration, on scheduler: Time) -> Signal<Value> {
        hub.learnsHome(from: scheduler)
        return Signal { hub in
            let debouncing = Debouncing(interval, on: scheduler, of: hub)
            self.feed(hub, onFinish: { debouncing.sourceFinished(hub) }) { debouncing.receive($0) }
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

/// What `debounce` remembers.
@usableFromInline
final class Debouncing<Value, Time: Scheduler>: TimedOperator<Value, Time> {
    private let interval: Duration
    private var last: Value?

    @usableFromInline
    init(_ interval: Duration, on scheduler: Time, of hub: Hub<Value>) {
        self.interval = interval
        super.init(on: scheduler, of: hub)
    }

    @usableFromInline
    func receive(_ value: Value) {
        letGo(exchange(&last, with: value))
        wait(until: now + interval)
    }

    override func ring(_ hub: Hub<Value>) { emitLast(hub) }

    @usableFromInline
    func sourceFinished(_ hub: Hub<Value>) {
        emitLast(hub)
        finish(hub)
    }

    private func emitLast(_ hub: Hub<Value>) {
        if let value = exchange(&last, with: nil) { hub.send(value) }
    }
}
