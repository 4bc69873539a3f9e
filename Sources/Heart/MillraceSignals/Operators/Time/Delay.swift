import MillraceBase

extension Signal {
    /// Emits each value a while later.
    ///
    /// Values keep their order and their distances; values of one instant are emitted at one instant. The end is
    /// delayed as well. When the last observer leaves, pending values are dropped. Starts again with each first
    /// observer and keeps this signal alive. O(1) per value; there is one timer, however many values are pending.
    ///
    /// - Parameters:
    ///   - interval: How much later.
    ///   - scheduler: Where this signal belongs.
    @export(implementation)
    public func delay<Time: Scheduler>(for interval: Duration, on scheduler: Time) -> Signal<Value> {
        hub.learnHome(from: scheduler)
        return Signal { hub in
            let delaying = Delaying(interval, on: scheduler, of: hub)
            self.feed(hub, onFinish: { delaying.sourceFinished() }) { delaying.receive($0) }
        }
    }
}

/// The state of `delay`: the pending values.
@usableFromInline
final class Delaying<Value, Time: Scheduler>: TimedOperator<Value, Time> {
    /// A value, or nil for the end.
    private typealias Event = (due: Duration, value: Value?)

    private let interval: Duration
    private var next: Event?
    private var others = Queue<Event>()

    @usableFromInline
    init(_ interval: Duration, on scheduler: Time, of hub: Hub<Value>) {
        self.interval = interval
        super.init(on: scheduler, of: hub)
    }

    @usableFromInline
    func receive(_ value: Value) { enqueue(value) }

    @usableFromInline
    func sourceFinished() {
        keepHub()
        enqueue(nil)
    }

    private func enqueue(_ value: Value?) {
        let event = (due: now + interval, value: value)
        guard next == nil else { return others.append(event) }
        next = event
        wait(until: event.due)
    }

    /// Emits everything that is due. An observer may meanwhile add to it, or leave.
    override func ring(_ hub: Hub<Value>) {
        while !isOver, let event = next {
            if event.due > now { return wait(until: event.due) }
            if let value = event.value { hub.send(value) } else { finish(hub) }
            letGo(exchange(&next, with: others.popFirst()))
        }
    }
}
