/// A signal of tuples: the first values of all the signals given, then their second ones, and so on.
///
/// ```swift
/// let numbered = zip(names, numbers)
/// ```
///
/// Emits when every signal has a value that was not used yet; values that come early wait. Finishes when one of the
/// signals has finished and all its values are used, since no tuple can follow; of none, at once. It starts anew with
/// each first observer. It keeps all of them. O(n) a tuple of n signals, and in memory what waits.
@inlinable
public func zip<each Value>(_ signals: repeat Signal<each Value>) -> Signal<(repeat each Value)> {
    Signal<(repeat each Value)> { hub in
        let rows = (repeat Row<each Value>())
        let proceed = {
            if hub.isFinished { return }
            for row in repeat each rows {
                guard !row.isEmpty else { return }
            }
            hub.send((repeat (each rows).removeFirst()))
            for row in repeat each rows {
                guard !row.isUsedUp else { return hub.finish() }
            }
        }
        var isEmpty = true
        for _ in repeat each signals { isEmpty = false }
        if isEmpty { hub.finish() }
        repeat (each signals).feed(hub, into: each rows, proceed)
    }
}

/// The values of one of several signals that wait for their partners.
@usableFromInline
final class Row<Value> {
    @exclusivity(unchecked) private var values = Queue<Value>()

    /// The signal has finished.
    @exclusivity(unchecked) fileprivate var isOver = false

    @usableFromInline
    init() {}

    @usableFromInline var isEmpty: Bool { values.isEmpty }
    @usableFromInline var isUsedUp: Bool { isOver && values.isEmpty }

    @usableFromInline
    func append(_ value: Value) { values.append(value) }

    /// The value that has waited longest. Must not be called while there is none.
    @usableFromInline
    func removeFirst() -> Value { values.popFirst().unsafelyUnwrapped }

    @usableFromInline
    func end() { isOver = true }
}

extension Signal {
    /// Hooks one of several signals whose values are zipped.
    @inlinable
    func feed(_ hub: AnyHub, into row: Row<Value>, _ proceed: @escaping () -> Void) {
        if hub.isFinished { return }
        let finish = {
            row.end()
            if row.isEmpty { hub.finish() }
        }
        feed(hub, onFinish: finish) { value in
            row.append(value)
            proceed()
        }
    }
}
