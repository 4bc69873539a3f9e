extension Signal {
    /// Emits what an asynchronous function makes of the values.
    ///
    /// ```swift
    /// let answers = queries.map(.latest, on: .main) { query in await service.answers(to: query) }
    /// ```
    ///
    /// `policy` says what becomes of a value that comes while a call is under way. The function runs in the isolation
    /// of the scheduler, once a value, and so does what observes the result; what it calls may run elsewhere.
    ///
    /// The result of a call that was cancelled is never delivered: the call learns of it from its task, and need not
    /// react. When the last observer leaves, the calls are cancelled, and what waits is dropped: at once by its
    /// subscription's `cancel()`; where it is only released, and elsewhere, at the next use of this signal. Finishes
    /// when this signal has and all calls are done. Keeps this signal; a call that is under way keeps what observes the
    /// result.
    ///
    /// What the function needs of an object is best handed to it: see ``map(_:on:for:file:line:_:)``. A closure must not
    /// have a capture list: in code that belongs to no actor Swift 6.3 runs it outside of the scheduler's isolation
    /// then, and neither the compiler nor this operator can notice. Constants made before it serve as well
    /// (`weak let me = self`).
    ///
    /// - Parameters:
    ///   - policy: What to do while calls are under way.
    ///   - scheduler: Where this signal belongs.
    ///   - transform: Called with each value, not before it has reached all observers. It may take its time.
    /// - Complexity: O(1) a value, and a task.
    @inlinable
    public func map<Output, Time: Scheduler>(
        _ policy: OverlapPolicy,
        on scheduler: Time,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: nonisolated(nonsending) @escaping (Value) async -> Output
    ) -> Signal<Output> {
        flatMap(policy, file: file, line: line) { value in .call(on: scheduler) { await transform(value) } }
    }

    /// Emits what an asynchronous function makes of the values, or the error that it throws.
    ///
    /// ```swift
    /// let answers = queries.tryMap(.latest, on: .main) { query in try await service.answers(to: query) }
    /// answers.failures().observe(for: self) { screen, error in screen.show(error) }
    /// ```
    ///
    /// An error is a value, and ends nothing (law S5). Otherwise as ``map(_:on:file:line:_:)``.
    @inlinable
    public func tryMap<Output, Failure: Error, Time: Scheduler>(
        _ policy: OverlapPolicy,
        on scheduler: Time,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: nonisolated(nonsending) @escaping (Value) async throws(Failure) -> Output
    ) -> Signal<Result<Output, Failure>> {
        map(policy, on: scheduler, file: file, line: line, caught(transform))
    }
}

/// A function that returns the error which another throws.
@inlinable
func caught<Input, Output, Failure: Error>(
    _ body: nonisolated(nonsending) @escaping (Input) async throws(Failure) -> Output
) -> nonisolated(nonsending) (Input) async -> Result<Output, Failure> {
    { input in
        do throws(Failure) { return .success(try await body(input)) } catch { return .failure(error) }
    }
}
