/// Emits the values of the signal that emits or finishes first, and disconnects the others.
///
/// ![race](marbles-race.svg)
///
/// ```swift
/// let answer = race(service.offers, deadlines.map { _ in .timedOut }.first())
/// ```
///
/// The signals are observed in the given order; if one emits at once, those after it are not observed at all. Finishes
/// with the winner, so at once if the first event is that one of them finishes; with no signals, at once. Starts again
/// with each first observer. Keeps all signals alive. O(1) per value, O(n) to disconnect n signals.
@export(implementation)
public func race<Value>(_ signals: Signal<Value>...) -> Signal<Value> {
    race(signals)
}

/// Emits the values of the signal of an array that emits or finishes first. See ``race(_:)-(Signal<Value>...)``.
///
/// ![race](marbles-race.svg)
@export(implementation)
public func race<Value>(_ signals: [Signal<Value>]) -> Signal<Value> {
    Signal { hub in
        if signals.isEmpty { return hub.finish() }
        let runners = InnerConnections(into: hub)
        let isDecided = Memory(false)
        for signal in signals where !isDecided.value && !hub.isFinished {
            let runner = runners.begin()
            let onFinish = {
                runners.end(runner)
                hub.finish()
            }
            signal.feed(runner, into: hub, onFinish: onFinish) { value in
                if !isDecided.value {
                    isDecided.value = true
                    runners.disconnectAll(but: runner)
                }
                hub.send(value)
            }
        }
    }
}
