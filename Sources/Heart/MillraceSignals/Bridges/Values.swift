import MillraceBase

/// The writing end of a stream of values. The stream ends when the observer, and this with it, is released.
private final class Inflow<Value: Sendable> {
    private let continuation: AsyncStream<Value>.Continuation

    init(_ continuation: AsyncStream<Value>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }

    func yield(_ value: Value) { continuation.yield(value) }

    func finish() { continuation.finish() }
}

/// Makes a stream, and returns it with the observer that feeds it.
///
/// - Parameter observe: Begins the observation.
private func makeStream<Value: Sendable>(
    _ buffering: AsyncStream<Value>.Continuation.BufferingPolicy,
    _ observe: (Inflow<Value>) -> Subscription
) -> (stream: AsyncStream<Value>, observer: WeakLink?) {
    let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: buffering)
    let observer = observe(Inflow(continuation)).giveUp()
    // Called on any thread when the stream has ended or is not read any more.
    continuation.onTermination = { _ in observer?.release() }
    return (stream, observer)
}

/// Waits for the first value of an observation, and ends it at once. Nil if none can come any more, or the task is
/// cancelled.
///
/// - Parameter observe: Begins the observation, in the caller's isolation.
private nonisolated(nonsending) func firstValue<Value: Sendable>(
    _ observe: (Inflow<Value>) -> Subscription
) async -> Value? {
    let (stream, observer) = makeStream(.bufferingOldest(1), observe)
    defer { observer?.leave() }
    var iterator = stream.makeAsyncIterator()
    return await iterator.next(isolation: #isolation)
}

extension Signal where Value: Sendable {
    /// The values from now on as an asynchronous sequence, without leaving any out.
    ///
    /// ```swift
    /// for await price in prices.values { await archive.store(price) }
    /// ```
    ///
    /// The observation begins now. It does not keep the signal alive. A task in another isolation domain may read the
    /// sequence. It ends when the signal finishes, when no value can come because the source is gone, and when the task
    /// is cancelled; the graph then removes the observer at its next use, in its own domain.
    ///
    /// Several loops over one sequence share its values: each value goes to one of them, and cancelling the task of one
    /// ends all. To receive all values in several loops, make a sequence for each.
    public var values: AsyncStream<Value> {
        makeStream(.unbounded) { inflow in observe(onFinish: { inflow.finish() }) { inflow.yield($0) } }.stream
    }

    /// Waits for the next value.
    ///
    /// - Returns: The value. Nil if the signal finishes, if no value can come any more, or, at once, if the task is
    ///   cancelled.
    public nonisolated(nonsending) func first() async -> Value? {
        let isolation = #isolation
        return await firstValue { inflow in
            observe(onFinish: { inflow.finish() }, isolation: isolation) { inflow.yield($0) }
        }
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
    ///
    /// Otherwise like the values of a signal.
    public var values: AsyncStream<Value> {
        makeStream(.bufferingNewest(1)) { inflow in observe { inflow.yield($0) } }.stream
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
    ///   - condition: The condition that the value must satisfy.
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
    /// - Parameter begin: Called before the first value, with a closure that ends the waiting.
    private nonisolated(nonsending) func first(
        where condition: @escaping (Value) -> Bool,
        _ begin: (Inflow<Value>) -> Void
    ) async -> Value? {
        let isolation = #isolation
        return await firstValue { inflow in
            begin(inflow)
            return observe(isolation: isolation) { if condition($0) { inflow.yield($0) } }
        }
    }
}
