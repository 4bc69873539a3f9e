/// Emits the values of several signals as they come.
///
/// ![merge](marbles-merge.svg)
///
/// Finishes when all of them have finished; with no signals, at once. A signal that is given twice counts twice. Keeps
/// all of them alive. A value that arrives while another is being delivered waits, so that all observers see the same
/// order. O(1) per value.
///
/// ```swift
/// let changes = merge(searches, resets.map { "" })
/// ```
@export(implementation)
public func merge<Value>(_ signals: Signal<Value>...) -> Signal<Value> {
    merge(signals)
}

/// Emits the values of the signals of an array as they come. See ``merge(_:)-(Signal<Value>...)``.
///
/// ![merge](marbles-merge.svg)
@export(implementation)
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
