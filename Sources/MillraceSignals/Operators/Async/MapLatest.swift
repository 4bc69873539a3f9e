// Operators that call an asynchronous function with each value. They differ in what becomes of a value that comes while
// a call is under way, as their namesakes that flatten signals do, of which they are made.

extension Signal {
    /// A signal of what an asynchronous function makes of the last value: a new value cancels the call before.
    ///
    /// ```swift
    /// let answers = queries.mapLatest(on: .main) { query in await service.answers(to: query) }
    /// ```
    ///
    /// What the function needs of an object is best handed to it: see ``mapLatest(on:for:_:)``. A closure must not have
    /// a capture list: in code that belongs to no actor Swift 6.3 runs it outside of the scheduler's isolation then, and
    /// neither the compiler nor this operator can notice. Constants made before it serve as well (`weak let me = self`).
    ///
    /// The function runs in the isolation of the scheduler, once a value, and so does what observes the result; what it
    /// calls may run elsewhere. The result of a call that was cancelled is never delivered, whenever it comes: the call
    /// is told by its task, and need not react. When the last observer leaves, the call is cancelled. Finishes when
    /// this signal and the last call have finished. It keeps this signal; a call that is under way keeps what hangs
    /// below it.
    ///
    /// The last observer leaves at once by its subscription's `cancel()`; where it is only released, and elsewhere, the
    /// call is cancelled at the next use of this signal, and its result goes to nobody.
    ///
    /// - Parameters:
    ///   - scheduler: Where this signal belongs.
    ///   - transform: Called with each value, not before it has reached all observers. It may take its time.
    /// - Complexity: O(1) a value, and a task.
    @inlinable
    public func mapLatest<Output, Time: Scheduler>(
        on scheduler: Time,
        _ transform: nonisolated(nonsending) @escaping (Value) async -> Output
    ) -> Signal<Output> {
        flatMapLatest { value in .call(on: scheduler) { await transform(value) } }
    }

    /// A signal of what an asynchronous function makes of the last value, or of the error that it throws.
    ///
    /// An error is a value, and ends nothing. Otherwise as the form for functions that do not throw.
    @inlinable
    public func mapLatest<Output, Failure: Error, Time: Scheduler>(
        on scheduler: Time,
        _ transform: nonisolated(nonsending) @escaping (Value) async throws(Failure) -> Output
    ) -> Signal<Result<Output, Failure>> {
        mapLatest(on: scheduler, caught(transform))
    }

    /// A signal of what an asynchronous function makes of the values, one call after the other, in order.
    ///
    /// A value waits until the call before has returned. When the last observer leaves, the call is cancelled, and what
    /// waits is dropped. Finishes when this signal has and all calls are done. Otherwise as ``mapLatest(on:_:)``.
    @inlinable
    public func mapConcat<Output, Time: Scheduler>(
        on scheduler: Time,
        _ transform: nonisolated(nonsending) @escaping (Value) async -> Output
    ) -> Signal<Output> {
        flatMapConcat { value in .call(on: scheduler) { await transform(value) } }
    }

    /// A signal of what an asynchronous function makes of the values, or of the errors that it throws, one call after
    /// the other, in order.
    ///
    /// An error is a value, and ends nothing. Otherwise as the form for functions that do not throw.
    @inlinable
    public func mapConcat<Output, Failure: Error, Time: Scheduler>(
        on scheduler: Time,
        _ transform: nonisolated(nonsending) @escaping (Value) async throws(Failure) -> Output
    ) -> Signal<Result<Output, Failure>> {
        mapConcat(on: scheduler, caught(transform))
    }

    /// A signal of what an asynchronous function makes of the values, several calls at a time, as they return.
    ///
    /// Where `limit` of them are under way, further values wait, in order. When the last observer leaves, the calls are
    /// cancelled, and what waits is dropped. Finishes when this signal has and all calls are done. Otherwise as
    /// ``mapLatest(on:_:)``.
    ///
    /// - Parameters:
    ///   - limit: How many calls may be under way at a time. Must be positive.
    ///   - scheduler: Where this signal belongs.
    ///   - transform: Called with each value.
    @inlinable
    public func mapMerge<Output, Time: Scheduler>(
        limit: Int = .max,
        on scheduler: Time,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: nonisolated(nonsending) @escaping (Value) async -> Output
    ) -> Signal<Output> {
        requirePositive(limit, "Signal.mapMerge(limit:on:_:)", file, line)
        return flatMapMerge(limit: limit) { value in .call(on: scheduler) { await transform(value) } }
    }

    /// A signal of what an asynchronous function makes of the values, or of the errors that it throws, several calls at
    /// a time, as they return.
    ///
    /// An error is a value, and ends nothing. Otherwise as the form for functions that do not throw.
    @inlinable
    public func mapMerge<Output, Failure: Error, Time: Scheduler>(
        limit: Int = .max,
        on scheduler: Time,
        _ transform: nonisolated(nonsending) @escaping (Value) async throws(Failure) -> Output
    ) -> Signal<Result<Output, Failure>> {
        mapMerge(limit: limit, on: scheduler, caught(transform))
    }

    /// A signal of what an asynchronous function makes of a value, while which all others are ignored.
    ///
    /// ```swift
    /// let saved = saveTaps.mapFirst(on: .main) { await document.save() }
    /// ```
    ///
    /// Values that come while a call is under way are dropped. When the last observer leaves, the call is cancelled.
    /// Finishes when this signal and the last call have finished. Otherwise as ``mapLatest(on:_:)``.
    @inlinable
    public func mapFirst<Output, Time: Scheduler>(
        on scheduler: Time,
        _ transform: nonisolated(nonsending) @escaping (Value) async -> Output
    ) -> Signal<Output> {
        flatMapFirst { value in .call(on: scheduler) { await transform(value) } }
    }

    /// A signal of what an asynchronous function makes of a value, or of the error that it throws, while which all
    /// other values are ignored.
    ///
    /// An error is a value, and ends nothing. Otherwise as the form for functions that do not throw.
    @inlinable
    public func mapFirst<Output, Failure: Error, Time: Scheduler>(
        on scheduler: Time,
        _ transform: nonisolated(nonsending) @escaping (Value) async throws(Failure) -> Output
    ) -> Signal<Result<Output, Failure>> {
        mapFirst(on: scheduler, caught(transform))
    }
}

/// A function that gives the error which another throws as a result.
@inlinable
func caught<Input, Output, Failure: Error>(
    _ body: nonisolated(nonsending) @escaping (Input) async throws(Failure) -> Output
) -> nonisolated(nonsending) (Input) async -> Result<Output, Failure> {
    { input in
        do throws(Failure) { return .success(try await body(input)) } catch { return .failure(error) }
    }
}
