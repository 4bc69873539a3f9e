import MillraceBase

/// Combines the first values of several signals into a tuple, then their second values, and so on.
///
/// ![zip](marbles-zip.svg)
///
/// ```swift
/// let numbered = zip(lines, numbers)
/// ```
///
/// Emits when every signal has a value that is not used yet; values that arrive early wait. Finishes when one of the
/// signals has finished and all its values are used, since no tuple can follow; with no signals, at once. Starts again
/// with each first observer. Keeps all signals alive. O(n) per tuple for n signals; memory for the waiting values.
@export(implementation)
public func zip<each Value>(_ signals: repeat Signal<each Value>) -> Signal<(repeat each Value)> {
    Signal<(repeat each Value)> { hub in
        let buffers = (repeat ZipBuffer<each Value>())
        let proceed = {
            if hub.isFinished { return }
            for buffer in repeat each buffers {
                guard !buffer.isEmpty else { return }
            }
            hub.send((repeat (each buffers).removeFirst()))
            for buffer in repeat each buffers {
                guard !buffer.isUsedUp else { return hub.finish() }
            }
        }
        var isEmpty = true
        for _ in repeat each signals { isEmpty = false }
        if isEmpty { hub.finish() }
        repeat (each signals).feed(hub, into: each buffers, proceed)
    }
}

/// Combines the first values of two signals into a tuple, then their second values, and so on.
///
/// ![zip](marbles-zip.svg)
///
/// The same as the form for any number of signals, which Swift 6.3 does not specialise for users. Emits when both have
/// a value that is not used yet; values that arrive early wait. Finishes when one of them has finished and all its
/// values are used. Starts again with each first observer. Keeps both alive. O(1) per tuple; memory for the waiting
/// values.
@export(implementation)
public func zip<First, Second>(_ first: Signal<First>, _ second: Signal<Second>) -> Signal<(First, Second)> {
    Signal<(First, Second)> { hub in
        let (firstBuffer, secondBuffer) = (ZipBuffer<First>(), ZipBuffer<Second>())
        let proceed = {
            if hub.isFinished || firstBuffer.isEmpty || secondBuffer.isEmpty { return }
            hub.send((firstBuffer.removeFirst(), secondBuffer.removeFirst()))
            if firstBuffer.isUsedUp || secondBuffer.isUsedUp { hub.finish() }
        }
        first.feed(hub, into: firstBuffer, proceed)
        second.feed(hub, into: secondBuffer, proceed)
    }
}

/// The waiting values of one of the signals.
@usableFromInline
final class ZipBuffer<Value> {
    @exclusivity(unchecked) @usableFromInline var values = Queue<Value>()

    /// Whether the signal has finished.
    @exclusivity(unchecked) @usableFromInline var isOver = false

    @usableFromInline
    init() {}

    @inlinable var isEmpty: Bool { values.isEmpty }
    @inlinable var isUsedUp: Bool { isOver && values.isEmpty }

    /// Removes and returns the value that has waited longest. There must be one.
    @inlinable
    func removeFirst() -> Value { values.popFirst().unsafelyUnwrapped }
}

extension Signal {
    /// Connects one of the signals whose values are zipped.
    @export(implementation)
    func feed(_ hub: AnyHub, into buffer: ZipBuffer<Value>, _ proceed: @escaping () -> Void) {
        if hub.isFinished { return }
        let finish = {
            buffer.isOver = true
            if buffer.isEmpty { hub.finish() }
        }
        feed(hub, onFinish: finish) { value in
            buffer.values.append(value)
            proceed()
        }
    }
}
