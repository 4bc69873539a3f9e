extension Signal {
    /// Calls an asynchronous function with the values and emits the results.
    ///
    /// ```swift
    /// let answers = queries.map(.latest, on: .main) { query in await service.answers(to: query) }
    /// ```
    ///
    /// `policy` determines what happens to a value that arrives during a call. The function runs in the scheduler's
    /// isolation, once per value, and so do the observers of the result; what it calls may run elsewhere.
    ///
    /// The result of a cancelled call is never delivered; the call's task is cancelled, but need not react. When the
    /// last observer leaves, the calls are cancelled, and waiting values are dropped: at once if its subscription is
    /// cancelled; if it is released on another thread, at the next use of this signal. Finishes when this signal has
    /// finished and all calls are done. Keeps this signal alive; a call in progress keeps the observers of the result
    /// alive.
    ///
    /// Pass an object that the function needs as the owner: see ``map(_:on:for:file:line:_:)``. A closure must not have
    /// a capture list: in code that belongs to no actor, Swift 6.3 then runs it outside the scheduler's isolation, and
    /// neither the compiler nor this operator can detect it. Use constants before the closure instead
    /// (`weak let me = self`).
    ///
    /// - Parameters:
    ///   - policy: What to do with a value that arrives during a call.
    ///   - scheduler: Where this signal belongs.
    ///   - transform: Called with each value, not before the value has reached all observers.
    /// - Complexity: O(1) per value, and a task.
    @export(implementation)
    public func map<Output, Time: Scheduler>(
        _ policy: OverlapPolicy,
        on scheduler: Time,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: nonisolated(nonsending) @escaping (Value) async -> Output
    ) -> Signal<Output> {
        flatMap(policy, file: file, line: line) { value in .call(on: scheduler) { await transform(value) } }
    }

    /// Calls a throwing asynchronous function with the values and emits the results or errors.
    ///
    /// ```swift
    /// let answers = queries.tryMap(.latest, on: .main) { query in try await service.answers(to: query) }
    /// answers.failures().observe(for: self) { screen, error in screen.show(error) }
    /// ```
    ///
    /// An error is a value, and ends nothing (law S5). Otherwise like ``map(_:on:file:line:_:)``.
    @export(implementation)
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

/// Returns a function that returns the error which another throws.
@export(implementation)
func caught<Input, Output, Failure: Error>(
    _ body: nonisolated(nonsending) @escaping (Input) async throws(Failure) -> Output
) -> nonisolated(nonsending) (Input) async -> Result<Output, Failure> {
    { input in
        do throws(Failure) { return .success(try await body(input)) } catch { return .failure(error) }
    }
}
