/// A signal of the values of all the signals given, as they come.
///
/// Emits each value of each signal and finishes when all of them have; of none, at once. A signal that is given twice
/// counts twice. It keeps all of them. A value that comes while another is being delivered waits for it, so that every
/// observer sees the same order. O(1) a value.
///
/// ```swift
/// let changes = merge(searches, resets.map { "" })
/// ```
@inlinable
public func merge<Value>(_ signals: Signal<Value>...) -> Signal<Value> {
    merge(signals)
}

/// A signal of the values of all the signals of an array, as they come. See ``merge(_:)-(Signal<Value>...)``.
@inlinable
public func merge<Value>(_ signals: [Signal<Value>]) -> Signal<Value> {
    Signal { hub in
        let running = Memory(signals.count)
        if signals.isEmpty { hub.finish() }
        for signal in signals {
            let finishOne = {
                running.value -= 1
                if running.value == 0 { hub.finish() }
            }
            signal.feed(hub, onFinish: finishOne) { hub.send($0) }
        }
    }
}
