/// The values of a signal or of an observable, to be read by a task: `for await value in signal.values { … }`.
///
/// It may be handed to another isolation domain: that is what it is for.
///
/// It observes from the moment it is made, and keeps what it reads from as a subscription does: not at all. It ends
/// when the signal finishes, when nothing can come any more since what it reads from is gone, and when the task is
/// cancelled: then the loop ends at once, and what was still waiting is dropped. The observer is not touched by the
/// task's thread: it is marked, and the graph drops it at its next use, in its own domain.
///
/// There is one sequence of values: loops over the same one share it, each value going to one of them, and a task that
/// is cancelled in one of them ends it for all. Whoever shall have all of the values asks for a sequence of its own.
public struct Values<Element: Sendable>: AsyncSequence, Sendable {
    /// How many values may wait for the task, and which are dropped when there are more.
    public enum Buffering: Sendable {
        /// Any number.
        case unbounded
        /// This many, the first to come; those that come later are dropped while the others wait.
        case oldest(Int)
        /// This many, the last to come; older ones are dropped.
        case newest(Int)
    }

    private let stream: AsyncStream<Element>
    private let observer: Place?

    /// - Parameter observe: Begins to observe, and returns the subscription.
    @usableFromInline
    init(_ buffering: Buffering, _ observe: (Inflowing<Element>) -> Subscription) {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: buffering.policy)
        self.stream = stream
        let observer = observe(Inflowing(continuation)).giveUp()
        self.observer = observer
        // Called when the stream has ended, or nobody reads it any more, on whatever thread.
        continuation.onTermination = { _ in observer?.release() }
    }

    /// Ends the observation at once. For code of the domain of what is observed.
    fileprivate func leave() { observer?.leave() }

    /// Reads the values one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Element>.AsyncIterator?

        /// Waits for the next value. Nil when there is none any more, and at once, and from then on, when the task has
        /// been cancelled.
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

    /// Begins a loop over the values.
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

/// The end of a stream into which an observer puts values. When the observer is gone nothing can come, and it ends.
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
    /// The values from now on, to be read by a task, none left out.
    ///
    /// ```swift
    /// for await price in prices.values { await archive.store(price) }
    /// ```
    public var values: Values<Value> { values(buffering: .unbounded) }

    /// The values from now on, to be read by a task.
    ///
    /// - Parameters:
    ///   - buffering: How many values may wait for the task, and which are dropped when there are more.
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
    /// - Returns: The value, or nil when the signal finishes, when nothing can come any more, or, at once, when the
    ///   task is cancelled.
    public nonisolated(nonsending) func first() async -> Value? {
        let values = values(buffering: .oldest(1))
        defer { values.leave() }
        var iterator = values.makeAsyncIterator()
        return await iterator.next(isolation: #isolation)
    }
}

extension Observable where Value: Sendable {
    /// The present value, and then the last one whenever there is a new one, to be read by a task.
    ///
    /// Values that come while the task is busy are left out, but for the last: it is told what is, not what was. Each
    /// is one that the observable had when a turn was settled.
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
    /// The condition is looked at once for the present value and once after each turn in which it changed, none left
    /// out.
    ///
    /// - Returns: The first value that satisfies it.
    /// - Throws: `CancellationError`, at once, when the task is cancelled.
    @discardableResult
    public nonisolated(nonsending) func wait(until condition: @escaping (Value) -> Bool) async throws -> Value {
        let isolation = #isolation
        let matching = Values<Value>(.oldest(1)) { inflow in
            observe(isolation: isolation) { if condition($0) { inflow.yield($0) } }
        }
        defer { matching.leave() }
        var iterator = matching.makeAsyncIterator()
        guard let value = await iterator.next(isolation: #isolation) else { throw CancellationError() }
        return value
    }
}
