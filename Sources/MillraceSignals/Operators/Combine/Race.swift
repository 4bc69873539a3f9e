/// A signal of the values of whichever of the signals given emits or finishes first; the others are let go.
///
/// ```swift
/// let answer = race(service.answers, requests.map { _ in .timedOut }.first())
/// ```
///
/// They are observed in the order given; where one emits at once, those after it are not observed at all. Finishes with
/// the winner, so at once where the first to speak is one that finishes; of none, at once. A race is run anew with each
/// first observer. It keeps all of them. O(1) a value, O(n) to let n losers go.
@inlinable
public func race<Value>(_ signals: Signal<Value>...) -> Signal<Value> {
    race(signals)
}

/// A signal of the values of whichever signal of an array emits or finishes first. See ``race(_:)-(Signal<Value>...)``.
@inlinable
public func race<Value>(_ signals: [Signal<Value>]) -> Signal<Value> {
    Signal { hub in
        if signals.isEmpty { return hub.finish() }
        let runners = InnerConnections(into: hub)
        let isDecided = Memory(false)
        for signal in signals where !isDecided.value && !hub.isFinished {
            let runner = runners.begin()
            signal.feed(runner, of: runners, onFinish: { hub.finish() }) { value in
                if !isDecided.value {
                    isDecided.value = true
                    runners.letGoAll(but: runner)
                }
                hub.send(value)
            }
        }
    }
}
