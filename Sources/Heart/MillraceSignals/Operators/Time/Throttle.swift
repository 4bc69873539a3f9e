import MillraceBase

extension Signal {
    /// Emits at most one value per interval: the first at once, and then the latest when the interval is over.
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
            let throttling = Throttling(interval, latest: latest, on: scheduler, of: hub)
            self.feed(hub, onFinish: { throttling.sourceFinished(hub) }) { value in
                if throttling.canPass(value) { hub.send(value) }
            }
        }
    }
}

extension Observable {
    /// Returns an observable that follows this one at most once per interval: a first change at once, later ones when
    /// the interval is over.
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

/// The state of `throttle`.
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
    func canPass(_ value: Value) -> Bool {
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
