/// Combines the latest values of several signals into a tuple.
///
/// ![combineLatest](marbles-combinelatest.svg)
///
/// ```swift
/// let size = combineLatest(widths, heights).map { $0 * $1 }
/// ```
///
/// Emits once all of them have emitted, and then with each value of each. Signals have no turns: if one `send` reaches
/// two of them, the result emits twice. For values that *are* rather than happen, use observables and `combine`, which
/// changes once.
///
/// Finishes when all have finished, or as soon as one finishes without a value; with no signals, at once. The latest
/// values are forgotten when the last observer leaves. Keeps all signals alive. O(n) per value for n signals.
@export(implementation)
public func combineLatest<each Value>(_ signals: repeat Signal<each Value>) -> Signal<(repeat each Value)> {
    Signal<(repeat each Value)> { hub in
        let lasts = (repeat (each signals).makeMemory())
        let tally = Tally()
        for _ in repeat each signals { tally.running += 1 }
        tally.missing = tally.running
        if tally.running == 0 { hub.finish() }
        let emit = { hub.send((repeat (each lasts).present())) }
        repeat (each signals).feed(hub, into: each lasts, tally, emit)
    }
}

/// Combines the latest values of two signals into a tuple.
///
/// ![combineLatest](marbles-combinelatest.svg)
///
/// The same as the form for any number of signals, which Swift 6.3 does not specialise for users. Emits once both have
/// emitted, and then with each value of each. Finishes when both have finished, or as soon as one finishes without a
/// value. The latest values are forgotten when the last observer leaves. Keeps both alive. O(1) per value.
@export(implementation)
public func combineLatest<First, Second>(
    _ first: Signal<First>,
    _ second: Signal<Second>
) -> Signal<(First, Second)> {
    Signal<(First, Second)> { hub in
        let (firstLast, secondLast) = (first.makeMemory(), second.makeMemory())
        let tally = Tally()
        tally.running = 2
        tally.missing = 2
        let emit = { hub.send((firstLast.present(), secondLast.present())) }
        first.feed(hub, into: firstLast, tally, emit)
        second.feed(hub, into: secondLast, tally, emit)
    }
}

/// How many signals have not finished, and how many have not emitted yet.
@usableFromInline
final class Tally {
    @exclusivity(unchecked) @usableFromInline var running = 0
    @exclusivity(unchecked) @usableFromInline var missing = 0

    @usableFromInline
    init() {}
}

extension Signal {
    /// The latest value, once there is one.
    @export(implementation)
    func makeMemory() -> Memory<Value?> { Memory(nil) }

    /// Connects one of the signals whose latest values are combined.
    @export(implementation)
    func feed(_ hub: AnyHub, into last: Memory<Value?>, _ tally: Tally, _ emit: @escaping () -> Void) {
        if hub.isFinished { return }
        let finish = {
            tally.running -= 1
            if tally.running == 0 || last.value == nil { hub.finish() }
        }
        feed(hub, onFinish: finish) { value in
            if last.value == nil { tally.missing -= 1 }
            last.value = value
            if tally.missing == 0 { emit() }
        }
    }
}
