import MillraceBase

extension Signal {
    /// Emits each value a while later.
    ///
    /// ![delay](marbles-delay.svg)
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
            // The pending values, and nil for the end.
            let next = Memory<(due: Duration, value: Value?)?>(nil)
            let others = Memory(Queue<(due: Duration, value: Value?)>())
            // Emits everything that is due. An observer may meanwhile add to it, or leave.
            let timer = OperatorTimer(on: scheduler, of: hub) { timer, hub in
                while !timer.isOver, let event = next.value {
                    if event.due > timer.now { return timer.wait(until: event.due) }
                    if let value = event.value { hub.send(value) } else { timer.finish(hub) }
                    next.value = others.value.popFirst()
                }
            }
            let add = { (value: Value?) in
                let event = (due: timer.now + interval, value: value)
                if next.value != nil { return others.value.append(event) }
                next.value = event
                timer.wait(until: event.due)
            }
            let finish = {
                timer.keepHub()
                add(nil)
            }
            self.feed(hub, onFinish: finish) { add($0) }
        }
    }
}
