import MillraceBase

// The asynchronous operators with an owner, which is not kept alive and makes capture lists unnecessary.

extension Signal {
    /// Calls an asynchronous function with an owner and the values, and emits the results.
    ///
    /// ```swift
    /// results = queries.map(.latest, on: scheduler, for: self) { model, query in await model.results(for: query) }
    /// ```
    ///
    /// The owner is held weakly and passed to the function, which needs no capture list; a call in progress keeps it
    /// alive. Once it is gone nothing is called: values are dropped, and the signal finishes as it would with the
    /// owner. Otherwise like ``map(_:on:file:line:_:)``.
    ///
    /// - Parameters:
    ///   - policy: What to do with a value that arrives during a call.
    ///   - scheduler: Where this signal and the owner belong.
    ///   - owner: The object to pass to the function.
    ///   - transform: Called with the owner and each value.
    @export(implementation)
    public func map<Owner: AnyObject, Output, Time: Scheduler>(
        _ policy: OverlapPolicy,
        on scheduler: Time,
        for owner: Owner,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: nonisolated(nonsending) @escaping (Owner, Value) async -> Output
    ) -> Signal<Output> {
        flatMap(policy, file: file, line: line, calls(on: scheduler, for: owner, transform))
    }

    /// Calls a throwing asynchronous function with an owner and the values, and emits the results or errors.
    ///
    /// An error is a value, and ends nothing. Otherwise like ``map(_:on:for:file:line:_:)``.
    @export(implementation)
    public func tryMap<Owner: AnyObject, Output, Failure: Error, Time: Scheduler>(
        _ policy: OverlapPolicy,
        on scheduler: Time,
        for owner: Owner,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: nonisolated(nonsending) @escaping (Owner, Value) async throws(Failure) -> Output
    ) -> Signal<Result<Output, Failure>> {
        map(policy, on: scheduler, for: owner, file: file, line: line, caught(transform))
    }
}

// MARK: - Actors

extension Signal {
    /// Calls an asynchronous function with the values, in the isolation of an actor, and emits the results.
    ///
    /// ```swift
    /// actor Feed {
    ///     func follow(_ queries: Signal<String>) {
    ///         queries.map(.latest, on: ActorScheduler(self), for: self) { feed, query in await feed.answer(to: query) }
    ///             .observe(for: self) { feed, answer in feed.show(answer) }
    ///     }
    /// }
    /// ```
    ///
    /// Otherwise like the form for objects. The scheduler must be the actor's; another one traps. An actor that the
    /// signal does not belong to cannot be the owner: capture it in a constant, and call it with `await`.
    @export(implementation)
    public func map<Owner: Actor, Output, Time: Scheduler>(
        _ policy: OverlapPolicy,
        on scheduler: Time,
        for owner: Owner,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping (isolated Owner, Value) async -> Output
    ) -> Signal<Output> {
        requireOwner(owner, on: scheduler, "Signal.map(_:on:for:_:)", file, line)
        return flatMap(policy, file: file, line: line, calls(on: scheduler, for: owner, isolated(transform)))
    }

    /// Calls a throwing asynchronous function with the values, in the isolation of an actor, and emits the results or
    /// errors.
    ///
    /// An error is a value, and ends nothing. Otherwise like the form for functions that do not throw.
    @export(implementation)
    public func tryMap<Owner: Actor, Output, Failure: Error, Time: Scheduler>(
        _ policy: OverlapPolicy,
        on scheduler: Time,
        for owner: Owner,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping (isolated Owner, Value) async throws(Failure) -> Output
    ) -> Signal<Result<Output, Failure>> {
        requireOwner(owner, on: scheduler, "Signal.tryMap(_:on:for:_:)", file, line)
        return flatMap(policy, file: file, line: line, calls(on: scheduler, for: owner, isolatedResult(transform)))
    }
}

// MARK: - What they share

/// Returns a function that makes a signal of one call from each value. Once the owner is gone, it calls nothing.
@export(implementation)
func calls<Owner: AnyObject, Value, Output, Time: Scheduler>(
    on scheduler: Time,
    for owner: Owner,
    _ transform: nonisolated(nonsending) @escaping (Owner, Value) async -> Output
) -> (Value) -> Signal<Output> {
    { [weak owner] value in
        guard let owner else { return .empty }
        return .call(on: scheduler) { await transform(owner, value) }
    }
}

/// Returns a function that returns, as a result, the error which another throws.
@export(implementation)
func caught<Owner, Value, Output, Failure: Error>(
    _ body: nonisolated(nonsending) @escaping (Owner, Value) async throws(Failure) -> Output
) -> nonisolated(nonsending) (Owner, Value) async -> Result<Output, Failure> {
    { owner, value in
        do throws(Failure) { return .success(try await body(owner, value)) } catch { return .failure(error) }
    }
}

/// Returns a function that is called in the isolation of its owner, which is that of the calling code.
@export(implementation)
func isolated<Owner: Actor, Value, Output>(
    _ transform: @escaping (isolated Owner, Value) async -> Output
) -> nonisolated(nonsending) (Owner, Value) async -> Output {
    { owner, value in await perform(UncheckedTransfer((transform, value)), owner).content }
}

/// The same for a throwing function, whose error becomes a result.
@export(implementation)
func isolatedResult<Owner: Actor, Value, Output, Failure: Error>(
    _ transform: @escaping (isolated Owner, Value) async throws(Failure) -> Output
) -> nonisolated(nonsending) (Owner, Value) async -> Result<Output, Failure> {
    { owner, value in await performCatching(UncheckedTransfer((transform, value)), owner).content }
}

/// Arguments and results stay in one domain: the scheduler's is the owner's.
@usableFromInline
func perform<Owner: Actor, Value, Output>(
    _ call: UncheckedTransfer<((isolated Owner, Value) async -> Output, Value)>,
    _ owner: isolated Owner
) async -> UncheckedTransfer<Output> {
    UncheckedTransfer(await call.content.0(owner, call.content.1))
}

@usableFromInline
func performCatching<Owner: Actor, Value, Output, Failure: Error>(
    _ call: UncheckedTransfer<((isolated Owner, Value) async throws(Failure) -> Output, Value)>,
    _ owner: isolated Owner
) async -> UncheckedTransfer<Result<Output, Failure>> {
    do throws(Failure) {
        return UncheckedTransfer(.success(try await call.content.0(owner, call.content.1)))
    } catch {
        return UncheckedTransfer(.failure(error))
    }
}

/// Traps if an actor is to be called by the scheduler of another.
@usableFromInline
func requireOwner<Time: Scheduler>(
    _ owner: any Actor,
    on scheduler: Time,
    _ method: StaticString,
    _ file: StaticString,
    _ line: UInt
) {
    guard let actor = scheduler.isolation, actor !== owner else { return }
    stop(
        """
        \(method): the owner, \(type(of: owner)), is another actor than that of the scheduler, \(type(of: actor)). \
        To fix: hand in the owner's scheduler, ActorScheduler(owner), where the signal belongs to the owner; otherwise \
        capture that actor in a constant before the closure, and call it with await.
        """,
        file: file,
        line: line
    )
}
