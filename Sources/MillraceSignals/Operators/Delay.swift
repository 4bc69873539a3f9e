extension Signal {
    /// A signal of the same values, each a while later.
    ///
    /// Values keep their order and their distances; those that come at one instant are emitted at one. That this signal
    /// finishes is delayed as well. When the last observer leaves, what was still to come is dropped. It starts anew with
    /// each first observer, and keeps this signal. O(1) a value; there is one timer, however many values are under way.
    ///
    /// - Parameters:
    ///   - interval: How much later.
    ///   - scheduler: Where this signal belongs.
    @inlinable
    public func delay<Time: Scheduler>(for interval: Duration, on scheduler: Time) -> Signal<Value> {
        Signal { hub in
            let delaying = Delaying(interval, Alarm(on: scheduler, of: hub))
            self.feed(hub, onFinish: { delaying.finish() }) { delaying.receive($0) }
        }
    }
}

/// What `delay` remembers: what is under way.
@usableFromInline
final class Delaying<Value, Time: Scheduler> {
    /// A value, or nil for the end.
    private typealias Event = (due: Duration, value: Value?)

    private let interval: Duration
    private let alarm: Alarm<Value, Time>
    private var underWay = Fifo<Event>()
    private var next: Event?

    @usableFromInline
    init(_ interval: Duration, _ alarm: Alarm<Value, Time>) {
        self.interval = interval
        self.alarm = alarm
    }

    @usableFromInline
    func receive(_ value: Value) { enqueue(value) }

    @usableFromInline
    func finish() {
        alarm.keepHub()
        enqueue(nil)
    }

    private func enqueue(_ value: Value?) {
        let event = (due: alarm.scheduler.now + interval, value: value)
        if next == nil { wait(for: event, interval) } else { underWay.append(event) }
    }

    private func wait(for event: Event, _ delay: Duration) {
        next = event
        alarm.set(after: delay) { [self] in ring($0) }
    }

    /// Emits all that is due. What an observer does meanwhile may add to it, or leave.
    private func ring(_ hub: Hub<Value>) {
        while !alarm.isOver, let event = next {
            let rest = event.due - alarm.scheduler.now
            if rest > .zero { return wait(for: event, rest) }
            if let value = event.value { hub.send(value) } else { hub.finish() }
            next = underWay.popFirst()
        }
    }
}
