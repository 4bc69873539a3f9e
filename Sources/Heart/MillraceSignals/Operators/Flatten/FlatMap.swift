import MillraceBase

extension Signal {
    /// Emits the values of the signals that `transform` makes of the values.
    ///
    /// ![flatMap(.latest)](marbles-flatmap-latest.svg)
    ///
    /// ![flatMap(.merge)](marbles-flatmap-merge.svg)
    ///
    /// ![flatMap(.concat)](marbles-flatmap-concat.svg)
    ///
    /// ![flatMap(.first)](marbles-flatmap-first.svg)
    ///
    /// ![flatMap(.concurrent(limit:))](marbles-flatmap-concurrent-limit.svg)
    ///
    /// ```swift
    /// let uploads = files.flatMap(.concurrent(limit: 3)) { file in service.progress(of: file) }
    /// ```
    ///
    /// `policy` determines the treatment of a value that arrives while an earlier inner signal has not finished. With
    /// `latest` that inner signal is disconnected, even while it delivers a value, before `transform` runs. A value
    /// that waits is transformed when its turn comes.
    ///
    /// Finishes when this signal and all inner ones have finished; when the last observer leaves, waiting values are
    /// dropped. `transform` runs once per value. Starts again with each first observer. Keeps this signal alive. The
    /// inner ones are kept alive by whatever feeds them, which keeps `transform` too while values wait. An inner signal
    /// that nothing feeds is silent and never finishes.
    ///
    /// - Parameters:
    ///   - policy: The treatment of a value that arrives while inner signals are running.
    ///   - transform: Called with each value. It may send, cancel and finish anything.
    /// - Complexity: O(1) per value, even if any number of inner signals finish at once.
    @export(implementation)
    public func flatMap<Output>(
        _ policy: OverlapPolicy,
        _ transform: @escaping (Value) -> Signal<Output>
    ) -> Signal<Output> {
        requireCount(policy.limit, atLeast: 1, "OverlapPolicy.concurrent(limit:)", #fileID, #line)
        return Signal<Output> { hub in
            let flattening = Flattening<Value, Output>(policy, into: hub)
            self.feed(hub, onFinish: { flattening.outerFinished(hub) }) { flattening.receive($0, hub, transform) }
        }
    }

    /// Emits the values of the signal that `transform` makes of the latest value: `flatMap(.latest)`.
    ///
    /// ![flatMapLatest, to signals](marbles-flatmaplatest-to-signals.svg)
    ///
    /// ```swift
    /// let answers = searches.flatMapLatest { text in service.answers(to: text) }
    /// ```
    @export(implementation)
    public func flatMapLatest<Output>(_ transform: @escaping (Value) -> Signal<Output>) -> Signal<Output> {
        flatMap(.latest, transform)
    }
}

/// The state of a `flatMap`: the running inner signals, and the values that wait for one of them to finish.
///
/// The links of the outer and the inner signals keep it alive. So it must not hold `transform`, which often holds the
/// sources of the inner signals, except while there are values to be transformed later.
@usableFromInline
final class Flattening<Value, Output> {
    @usableFromInline let policy: OverlapPolicy
    @usableFromInline let inner: InnerConnections
    @exclusivity(unchecked) private var waiting = Queue<Value>()
    @exclusivity(unchecked) private var transformOfWaiting: ((Value) -> Signal<Output>)?
    @exclusivity(unchecked) private var isOuterOver = false
    @exclusivity(unchecked) private var isProceeding = false

    @usableFromInline
    init(_ policy: OverlapPolicy, into hub: AnyHub) {
        self.policy = policy
        inner = InnerConnections(into: hub)
    }

    @export(implementation)
    func receive(_ value: Value, _ hub: Hub<Output>, _ transform: @escaping (Value) -> Signal<Output>) {
        switch policy {
        case .latest:
            inner.disconnectAll()
        case .first:
            if inner.count > 0 { return }
        case .concat, .merge, .concurrent:
            if inner.count >= policy.limit || hasWaiting { return wait(value, transform) }
        }
        start(value, hub, transform)
    }

    /// Begins a branch before `transform` runs, which may send, cancel and finish anything.
    @export(implementation)
    func start(_ value: Value, _ hub: Hub<Output>, _ transform: (Value) -> Signal<Output>) {
        let branch = inner.begin()
        let signal = transform(value)
        if signal.isConstant {
            return pass(unsafeDowncast(signal, to: ConstantSignal<Output>.self).value, through: branch, hub)
        }
        let onFinish = {
            self.inner.end(branch)
            self.proceed(hub)
        }
        signal.feed(branch, into: hub, onFinish: onFinish) { hub.send($0) }
    }

    /// Passes on the only value of an inner signal, which needs no connection.
    @export(implementation)
    func pass(_ value: Output, through branch: InnerConnection, _ hub: Hub<Output>) {
        guard branch.isRunning else { return }
        hub.send(value)
        guard branch.isRunning else { return }
        inner.end(branch)
        proceed(hub)
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

    /// Starts waiting values up to the limit, and finishes if nothing more can come.
    ///
    /// An inner signal that finishes at once calls this again from within `start`: that call returns at once, and the
    /// loop continues, so that any number of them need no stack.
    @usableFromInline
    func proceed(_ hub: Hub<Output>) {
        if isProceeding { return }
        // In a function of its own, which looks up the type of an optional value.
        if transformOfWaiting != nil { startWaiting(hub) }
        if isOuterOver, inner.count == 0, !inner.isClosed { hub.finish() }
    }

    @inline(never)
    private func startWaiting(_ hub: Hub<Output>) {
        isProceeding = true
        while inner.count < policy.limit, !inner.isClosed, let transform = transformOfWaiting,
            let value = waiting.popFirst()
        {
            if waiting.isEmpty { transformOfWaiting = nil }
            start(value, hub, transform)
        }
        isProceeding = false
    }
}
