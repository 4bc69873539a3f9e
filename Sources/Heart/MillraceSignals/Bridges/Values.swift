/// The values of a signal or an observable as an asynchronous sequence: `for await value in signal.values { … }`.
///
/// It is `Sendable`: a task in another isolation domain may read it.
///
/// The observation begins when the sequence is made. It does not keep the signal or observable alive. The sequence ends
/// when the signal finishes, when no value can come because the source is gone, and when the task is cancelled.
/// Cancelling ends the loop at once and drops pending values; the graph removes the observer at its next use, in its
/// own domain.
///
/// Several loops over one sequence share its values: each value goes to one of them, and cancelling the task of one
/// ends all. To receive all values in several loops, make a sequence for each.
public struct Values<Element: Sendable>: AsyncSequence, Sendable {
    /// How many values may wait for the task, and which are dropped beyond that.
    public enum Buffering: Sendable {
        /// Any number of values.
        case unbounded
        /// The first values, up to this number; values that arrive while they wait are dropped.
        case oldest(Int)
        /// The last values, up to this number; older ones are dropped.
        case newest(Int)
    }

    private let stream: AsyncStream<Element>
    private let observer: WeakLink?

    /// - Parameter observe: Begins the observation and returns the subscription.
    @usableFromInline
    init(_ buffering: Buffering, _ observe: (Inflowing<Element>) -> Subscription) {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: buffering.policy)
        self.stream = stream
        let observer = observe(Inflowing(continuation)).giveUp()
        self.observer = observer
        // Called on any thread when the stream has ended or is not read any more.
        continuation.onTermination = { _ in observer?.release() }
    }

    /// Ends the observation at once. Must be called in the domain of what is observed.
    fileprivate func leave() { observer?.leave() }

    /// An iterator over the values.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Element>.AsyncIterator?

        /// Waits for the next value. Returns nil when there is none any more, and at once when the task is cancelled.
        public nonisolated(nonsending) mutating func next() async -> Element? {
            await next(isolation: #isolation)
        }

        /// Waits for the next value, in the caller's isolation.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            let value = await base?.next(isolation: actor)
            if value == nil || Task.isCancelled { base = nil }
            return base == nil ? nil : value
        }
    }

    /// Returns an iterator over the values.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: stream.makeAsyncIterator()) }
}

extension Values.Buffering {
    fileprivate var policy: AsyncStream<Element>.Continuation.BufferingPolicy {
        switch self {
        case .unbounded: .unbounded
        case .oldest(let count): .bufferingOldest(count)
        case .newest(let count): .bufferingNewest(count)
        }
    }
}

/// The writing end of a stream. The stream ends when the observer, and this with it, is released.
@usableFromInline
final class Inflowing<Element: Sendable> {
    private let continuation: AsyncStream<Element>.Continuation

    fileprivate init(_ continuation: AsyncStream<Element>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }

    @usableFromInline
    func yield(_ value: Element) { continuation.yield(value) }

    @usableFromInline
    func finish() { continuation.finish() }
}

extension Signal where Value: Sendable {
    /// The values from now on as an asynchronous sequence, without leaving any out.
    ///
    /// ```swift
    /// for await price in prices.values { await archive.store(price) }
    /// ```
    public var values: Values<Value> { values(buffering: .unbounded) }

    /// Returns the values from now on as an asynchronous sequence with a limited buffer.
    ///
    /// - Parameters:
    ///   - buffering: How many values may wait for the task, and which are dropped beyond that.
    ///   - isolation: The isolation of the calling code, from which the signal learns where it belongs: see ``Home``.
    public func values(
        buffering: Values<Value>.Buffering,
        isolation: (any Actor)? = #isolation
    ) -> Values<Value> {
        Values(buffering) { inflow in
            observe(onFinish: { inflow.finish() }, isolation: isolation) { inflow.yield($0) }
        }
    }

    /// Waits for the next value.
    ///
    /// - Returns: The value. Nil if the signal finishes, if no value can come any more, or, at once, if the task is
    ///   cancelled.
    public nonisolated(nonsending) func first() async -> Value? {
        let values = values(buffering: .oldest(1))
        defer { values.leave() }
        var iterator = values.makeAsyncIterator()
        return await iterator.next(isolation: #isolation)
    }
}

extension Observable where Value: Sendable {
    /// The present value and then the latest value after each change, as an asynchronous sequence.
    ///
    /// While the task is busy, all values but the latest are dropped. Each value is one that the observable had when a
    /// turn was settled.
    ///
    /// ```swift
    /// for await title in title.values { await window.show(title) }
    /// ```
    public var values: Values<Value> {
        Values(.newest(1)) { inflow in observe { inflow.yield($0) } }
    }

    /// Waits until the value satisfies a condition.
    ///
    /// ```swift
    /// let answer = try await answers.wait { $0 != nil }
    /// ```
    ///
    /// The condition is checked for the present value and after each turn in which the value changed.
    ///
    /// - Returns: The first value that satisfies the condition.
    /// - Throws: `CancellationError`, at once, when the task is cancelled.
    @discardableResult
    public nonisolated(nonsending) func wait(until condition: @escaping (Value) -> Bool) async throws -> Value {
        guard let value = await first(where: condition, { _ in }) else { throw CancellationError() }
        return value
    }

    /// Waits until the value satisfies a condition, but no longer than a time limit.
    ///
    /// ```swift
    /// guard let answer = try await answers.wait(atMost: .seconds(30), on: clock, until: { $0 != nil }) else { … }
    /// ```
    ///
    /// - Parameters:
    ///   - limit: How long to wait. If it is zero, only the present value is checked.
    ///   - scheduler: Measures the time, in the domain of the observable.
    /// - Returns: The first value that satisfies the condition. Nil if the time is over, or no value can come any more.
    /// - Throws: `CancellationError`, at once, when the task is cancelled.
    public nonisolated(nonsending) func wait(
        atMost limit: Duration,
        on scheduler: some Scheduler,
        until condition: @escaping (Value) -> Bool
    ) async throws -> Value? {
        var alarm: ScheduledWork?
        defer { alarm?.cancel() }
        let value = await first(where: condition) { inflow in
            alarm = scheduler.schedule(after: limit) { [weak inflow] in inflow?.finish() }
        }
        try Task.checkCancellation()
        return value
    }

    /// Waits for the first value that satisfies a condition. Nil if none can come any more, or the task is cancelled.
    ///
    /// - Parameter begin: Called before the first value, with what can end the waiting.
    private nonisolated(nonsending) func first(
        where condition: @escaping (Value) -> Bool,
        _ begin: (Inflowing<Value>) -> Void
    ) async -> Value? {
        let isolation = #isolation
        let matching = Values<Value>(.oldest(1)) { inflow in
            begin(inflow)
            return observe(isolation: isolation) { if condition($0) { inflow.yield($0) } }
        }
        defer { matching.leave() }
        var iterator = matching.makeAsyncIterator()
        return await iterator.next(isolation: #isolation)
    }
}
