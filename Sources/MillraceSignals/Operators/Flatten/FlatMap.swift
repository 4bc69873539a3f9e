extension Signal {
    /// A signal of the values of the signal which `transform` makes of the last value.
    ///
    /// ```swift
    /// let answers = searches.flatMapLatest { text in service.answers(to: text) }
    /// ```
    ///
    /// With each value the inner signal before is let go, also in the midst of what it is delivering, before
    /// `transform` runs. Finishes when this signal and the last inner one have finished. `transform` runs once a value.
    /// It starts anew, without an inner signal, with each first observer. It keeps this signal; the inner one is kept
    /// by whatever feeds it, and where nothing does, it is silent and never over. O(1) a value.
    @inlinable
    public func flatMapLatest<Output>(_ transform: @escaping (Value) -> Signal<Output>) -> Signal<Output> {
        flattened(.latest, transform)
    }

    /// A signal of the values of all the signals which `transform` makes of the values, as they come.
    ///
    /// Where `limit` of them are running, further values wait, in order, and are transformed when one has finished.
    /// Finishes when this signal and all inner ones have finished; when the last observer leaves, what waits is
    /// dropped. `transform` runs once a value. It starts anew with each first observer. It keeps this signal; the inner
    /// ones are kept by whatever feeds them, which keeps `transform` too while values wait. O(1) a value.
    ///
    /// - Parameter limit: How many may run at a time. Must be positive.
    @inlinable
    public func flatMapMerge<Output>(
        limit: Int = .max,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping (Value) -> Signal<Output>
    ) -> Signal<Output> {
        requirePositive(limit, "Signal.flatMapMerge(limit:)", file, line)
        return flattened(.merge(limit: limit), transform)
    }

    /// A signal of the values of the signals which `transform` makes of the values, one signal after the other.
    ///
    /// A value waits until the inner signal before has finished. Finishes when this signal and the last inner one have
    /// finished; when the last observer leaves, what waits is dropped. `transform` runs once a value. It starts anew
    /// with each first observer. It keeps this signal; the inner one is kept by whatever feeds it. O(1) a value, also
    /// where any number of them finish at once.
    @inlinable
    public func flatMapConcat<Output>(_ transform: @escaping (Value) -> Signal<Output>) -> Signal<Output> {
        flattened(.merge(limit: 1), transform)
    }

    /// A signal of the values of the signal which `transform` makes of the first value, until that has finished; then
    /// of the next value's.
    ///
    /// Values that come while an inner signal runs are ignored, and not transformed. Finishes when this signal and the
    /// inner one have finished. It starts anew with each first observer. It keeps this signal; the inner one is kept by
    /// whatever feeds it. O(1) a value.
    @inlinable
    public func flatMapFirst<Output>(_ transform: @escaping (Value) -> Signal<Output>) -> Signal<Output> {
        flattened(.first, transform)
    }

    @inlinable
    func flattened<Output>(
        _ policy: Flattening<Value, Output>.Policy,
        _ transform: @escaping (Value) -> Signal<Output>
    ) -> Signal<Output> {
        Signal<Output> { hub in
            let flattening = Flattening<Value, Output>(policy, into: hub)
            self.feed(hub, onFinish: { flattening.outerFinished(hub) }) { flattening.receive($0, hub, transform) }
        }
    }
}

/// What a `flatMap` remembers: which inner signals run, and which values wait for one of them to finish.
///
/// It is kept by the links through which values come, those of the inner signals too. So it must not hold `transform`,
/// which commonly holds what the inner signals are made of, but while there are values to be transformed later.
@usableFromInline
final class Flattening<Value, Output> {
    @usableFromInline
    enum Policy {
        case latest
        case first
        case merge(limit: Int)
    }

    @usableFromInline let policy: Policy
    @usableFromInline let inner: InnerConnections
    @exclusivity(unchecked) private var waiting = Queue<Value>()
    @exclusivity(unchecked) private var transformOfWaiting: ((Value) -> Signal<Output>)?
    @exclusivity(unchecked) private var isOuterOver = false
    @exclusivity(unchecked) private var isProceeding = false

    @usableFromInline
    init(_ policy: Policy, into hub: AnyHub) {
        self.policy = policy
        inner = InnerConnections(into: hub)
    }

    @inlinable
    func receive(_ value: Value, _ hub: Hub<Output>, _ transform: @escaping (Value) -> Signal<Output>) {
        switch policy {
        case .latest:
            inner.letGoAll()
        case .first:
            if inner.count > 0 { return }
        case .merge(let limit):
            if inner.count >= limit || hasWaiting { return wait(value, transform) }
        }
        start(value, hub, transform)
    }

    /// Begins a branch before `transform` runs, which may send, cancel and finish whatever it likes.
    @inlinable
    func start(_ value: Value, _ hub: Hub<Output>, _ transform: (Value) -> Signal<Output>) {
        let branch = inner.begin()
        let signal = transform(value)
        signal.feed(branch, of: inner, onFinish: { self.proceed(hub) }) { hub.send($0) }
    }

    @usableFromInline var hasWaiting: Bool { !waiting.isEmpty }

    @usableFromInline
    func wait(_ value: Value, _ transform: @escaping (Value) -> Signal<Output>) {
        waiting.append(value)
        transformOfWaiting = transform
    }

    @usableFromInline
    func outerFinished(_ hub: Hub<Output>) {
        isOuterOver = true
        proceed(hub)
    }

    /// Starts what waits, as far as the limit allows, and finishes where nothing more will come.
    ///
    /// An inner signal that finishes at once calls this again from within `start`: that returns at once, and the loop
    /// goes on, so that any number of them need no stack.
    @usableFromInline
    func proceed(_ hub: Hub<Output>) {
        if isProceeding { return }
        isProceeding = true
        while inner.count < limit, !inner.isClosed, let transform = transformOfWaiting, let value = waiting.popFirst() {
            if waiting.isEmpty { transformOfWaiting = nil }
            start(value, hub, transform)
        }
        isProceeding = false
        if isOuterOver, inner.count == 0, !inner.isClosed { hub.finish() }
    }

    private var limit: Int {
        if case .merge(let limit) = policy { limit } else { 1 }
    }
}
