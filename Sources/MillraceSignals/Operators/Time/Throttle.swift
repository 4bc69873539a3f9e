extension Signal {
    /// A signal of at most one value in a while: the first at once, and then the last, or nothing, when the while is
    /// over.
    ///
    /// ```swift
    /// let position = scrolled.throttle(for: .milliseconds(100), on: .main)
    /// ```
    ///
    /// A value that comes when it has been quiet for longer than the interval is emitted at once. From then on values
    /// are held back until the interval is over: then the last of them is emitted, and the next interval begins; or,
    /// with `latest: false`, all of them are dropped. A value that comes at the very instant at which the interval is
    /// over, and sooner than the one that was held back is emitted, is emitted in its place.
    ///
    /// When this signal finishes while a value is held back, the value is emitted in its time, and then the signal
    /// finishes. When the last observer leaves, it is dropped. It starts anew with each first observer, and keeps this
    /// signal. O(1) a value.
    ///
    /// - Parameters:
    ///   - interval: How long from one value to the next, at least.
    ///   - latest: Whether the last of the values held back is emitted when the interval is over.
    ///   - scheduler: Where this signal belongs.
    @inlinable
    public func throttle<Time: Scheduler>(
        for interval: Duration,
        latest: Bool = true,
        on scheduler: Time
    ) -> Signal<Value> {
        hub.learnsHome(from: scheduler)
        return Signal { hub in
            let throttling = Throttling(interval, latest: latest, on: scheduler, of: hub)
            self.feed(hub, onFinish: { throttling.sourceFinished(hub) }) { value in
                if throttling.lets(value) { hub.send(value) }
            }
        }
    }
}

extension Observable {
    /// An observable that follows this one at most once in a while: at the first change at once, and then, if there
    /// were more, when the while is over.
    ///
    /// It begins with the present value. It is connected for as long as it is kept or observed, as what
    /// ``Signal/hold(_:)`` gives, and it keeps this observable. O(1) a change.
    ///
    /// - Parameters:
    ///   - interval: How long from one change to the next, at least.
    ///   - scheduler: Where this observable belongs.
    @inlinable
    public func throttle<Time: Scheduler>(for interval: Duration, on scheduler: Time) -> Observable<Value> {
        changes.throttle(for: interval, on: scheduler).hold(value)
    }
}

/// What `throttle` remembers.
@usableFromInline
final class Throttling<Value, Time: Scheduler>: TimedOperator<Value, Time> {
    private let interval: Duration
    private let latest: Bool
    private var heldBack: Value?
    private var intervalEnd: Duration?
    private var sourceIsFinished = false

    @usableFromInline
    init(_ interval: Duration, latest: Bool, on scheduler: Time, of hub: Hub<Value>) {
        self.interval = interval
        self.latest = latest
        super.init(on: scheduler, of: hub)
    }

    @usableFromInline
    func lets(_ value: Value) -> Bool {
        let now = now
        if let intervalEnd, intervalEnd > now {
            guard latest else { return false }
            letGo(exchange(&heldBack, with: value))
            if !isWaiting { wait(until: intervalEnd) }
            return false
        }
        stop()
        letGo(exchange(&heldBack, with: nil))
        intervalEnd = now + interval
        return true
    }

    override func ring(_ hub: Hub<Value>) {
        if let value = exchange(&heldBack, with: nil) {
            intervalEnd = now + interval
            hub.send(value)
        }
        if sourceIsFinished, heldBack == nil { finish(hub) }
    }

    @usableFromInline
    func sourceFinished(_ hub: Hub<Value>) {
        if heldBack == nil { return finish(hub) }
        sourceIsFinished = true
        keepHub()
    }
}
