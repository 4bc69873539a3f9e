extension Signal {
    /// Calls an asynchronous function with the values and emits the results.
    ///
    /// ![map(.latest, on:)](marbles-map-latest-on.svg)
    ///
    /// ![map(.concat, on:)](marbles-map-concat-on.svg)
    ///
    /// ![map(.merge, on:)](marbles-map-merge-on.svg)
    ///
    /// ![map(.first, on:)](marbles-map-first-on.svg)
    ///
    /// ![map(.concurrent(limit:), on:)](marbles-map-concurrent-limit-on.svg)
    ///
    /// ```swift
    /// let answers = queries.map(.latest, on: .main) { query in await service.answers(to: query) }
    /// ```
    ///
    /// `policy` determines the treatment of a value that arrives during a call. The function runs in the scheduler's
    /// isolation, once per value, and so do the observers of the result; functions that it calls may run elsewhere.
    ///
    /// The result of a cancelled call is never delivered; the call's task is cancelled, but need not react. When the
    /// last observer leaves, the calls are cancelled, and waiting values are dropped: at once if its subscription is
    /// cancelled; if it is released on another thread, at the next use of this signal. Finishes when this signal has
    /// finished and all calls are done. Keeps this signal alive; a call in progress keeps the observers of the result
    /// alive.
    ///
    /// Pass an object that the function needs as the owner: see ``map(_:on:tracking:for:_:)``. A closure must not have
    /// a capture list: in code that belongs to no actor, Swift 6.3 then runs it outside the scheduler's isolation, and
    /// neither the compiler nor this operator can detect it. Use constants before the closure instead
    /// (`weak let me = self`).
    ///
    /// - Parameters:
    ///   - policy: The treatment of a value that arrives during a call.
    ///   - scheduler: Where this signal belongs.
    ///   - activity: The activity that calls count for while they are in flight: from the turn of a value to that of
    ///     its result. The consequences of a value are then one turn, as with ``batched()``.
    ///   - transform: Called with each value, not before the value has reached all observers.
    /// - Complexity: O(1) per value, and a task.
    @export(implementation)
    public func map<Output, Time: Scheduler>(
        _ policy: OverlapPolicy,
        on scheduler: Time,
        tracking activity: Activity? = nil,
        _ transform: nonisolated(nonsending) @escaping (Value) async -> Output
    ) -> Signal<Output> {
        batched(for: activity).flatMap(policy) { value in
            .call(on: scheduler, tracking: activity) { await transform(value) }
        }
    }

    /// Calls a throwing asynchronous function with the values and emits the results or errors.
    ///
    /// ![tryMap(_:on:)](marbles-trymap-on.svg)
    ///
    /// ```swift
    /// let answers = queries.tryMap(.latest, on: .main) { query in try await service.answers(to: query) }
    /// answers.failures().observe(for: self) { screen, error in screen.show(error) }
    /// ```
    ///
    /// An error is a value, and ends nothing (law S5). Otherwise like ``map(_:on:tracking:_:)``.
    @export(implementation)
    public func tryMap<Output, Failure: Error, Time: Scheduler>(
        _ policy: OverlapPolicy,
        on scheduler: Time,
        tracking activity: Activity? = nil,
        _ transform: nonisolated(nonsending) @escaping (Value) async throws(Failure) -> Output
    ) -> Signal<Result<Output, Failure>> {
        batched(for: activity).flatMap(policy) { value in
            .tryCall(on: scheduler, tracking: activity) { () async throws(Failure) in try await transform(value) }
        }
    }
}

extension Signal {
    /// This signal, each of whose values is one turn where calls are tracked: an activity does not end for a moment
    /// where one call takes the place of another.
    @usableFromInline
    func batched(for activity: Activity?) -> Signal<Value> { activity == nil ? self : batched() }
}

// MARK: - For an owner

extension Signal {
    /// Calls an asynchronous function with an owner and the values, and emits the results.
    ///
    /// ![map(_:on:for:)](marbles-map-on-for.svg)
    ///
    /// ```swift
    /// results = queries.map(.latest, on: scheduler, for: self) { model, query in await model.find(query) }
    /// ```
    ///
    /// The owner is held weakly and passed to the function, which needs no capture list; a call in progress keeps it
    /// alive. Once it is gone nothing is called: values are dropped, and the signal finishes as it would with the
    /// owner. An actor may be the owner of work that belongs to it: the function calls it with `await`. Otherwise like
    /// ``map(_:on:tracking:_:)``.
    ///
    /// - Parameters:
    ///   - policy: The treatment of a value that arrives during a call.
    ///   - scheduler: Where this signal and the owner belong.
    ///   - activity: The activity that calls count for while they are in flight.
    ///   - owner: The object to pass to the function.
    ///   - transform: Called with the owner and each value.
    @export(implementation)
    public func map<Owner: AnyObject, Output, Time: Scheduler>(
        _ policy: OverlapPolicy,
        on scheduler: Time,
        tracking activity: Activity? = nil,
        for owner: Owner,
        _ transform: nonisolated(nonsending) @escaping (Owner, Value) async -> Output
    ) -> Signal<Output> {
        batched(for: activity).flatMap(policy) { [weak owner] value -> Signal<Output> in
            guard let owner else { return .empty }
            return .call(on: scheduler, tracking: activity) { await transform(owner, value) }
        }
    }

    /// Calls a throwing asynchronous function with an owner and the values, and emits the results or errors.
    ///
    /// ![tryMap(_:on:for:)](marbles-trymap-on-for.svg)
    ///
    /// An error is a value, and ends nothing. Otherwise like ``map(_:on:tracking:for:_:)``.
    @export(implementation)
    public func tryMap<Owner: AnyObject, Output, Failure: Error, Time: Scheduler>(
        _ policy: OverlapPolicy,
        on scheduler: Time,
        tracking activity: Activity? = nil,
        for owner: Owner,
        _ transform: nonisolated(nonsending) @escaping (Owner, Value) async throws(Failure) -> Output
    ) -> Signal<Result<Output, Failure>> {
        batched(for: activity).flatMap(policy) { [weak owner] value -> Signal<Result<Output, Failure>> in
            guard let owner else { return .empty }
            return .tryCall(on: scheduler, tracking: activity) { () async throws(Failure) in
                try await transform(owner, value)
            }
        }
    }
}
