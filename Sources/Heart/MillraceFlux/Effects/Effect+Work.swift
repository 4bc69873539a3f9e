import MillraceSignals

// The kinds of effects. All have the same rules: see `Effect`.

extension Effect {
    /// Runs an asynchronous function, which may dispatch any number of actions.
    ///
    /// ```swift
    /// return .run("download", .first) { send in
    ///     for try await progress in service.download(url) { send(Progress(progress)) }
    ///     send(Downloaded())
    /// } catching: {
    ///     Failed(message: "\($0)")
    /// }
    /// ```
    ///
    /// It runs in the dispatcher's isolation; functions that it calls may run elsewhere. An error that it throws
    /// becomes an action, or is reported (see ``Dispatcher/onEffectFailure``). An error that a cancelled effect throws
    /// is ignored.
    ///
    /// The function cannot read the handler's state: copy the values that it needs into constants before the closure.
    /// Do not use a capture list: in code that belongs to no actor, Swift 6.3 then runs the closure outside the
    /// dispatcher's isolation, without a diagnostic, and sending an action from there is a precondition failure.
    ///
    /// - Parameters:
    ///   - id: The identity. Nil for an effect that is never cancelled by identity; a policy then has no effect.
    ///   - policy: The rule for effects with the same identity that are in flight.
    ///   - delay: The time to wait, on the dispatcher's scheduler, before the function is called. With `.latest` that
    ///     is a debounced effect: only the last of several in quick succession runs. While it waits, it is in flight;
    ///     if it is cancelled then, it never runs.
    ///   - body: Dispatches with the `Send` that it receives, until it returns. It is kept alive until then, or until
    ///     it is cancelled before it has begun.
    ///   - catching: Converts an error to an action, which is dispatched in the turn in which the effect ends.
    @export(implementation)
    public static func run(
        _ id: (any Hashable & Sendable)? = nil,
        _ policy: OverlapPolicy = .merge,
        after delay: Duration = .zero,
        _ body: nonisolated(nonsending) @escaping (Send) async throws -> Void,
        catching: ((any Error) -> any Action)? = nil
    ) -> Effect {
        let work: Body = { send in
            try await body(send)
            return nil
        }
        return Effect(Plan(id, policy, after: delay, .run(work, catching: catching)))
    }

    /// Runs an asynchronous function, and dispatches the action that it returns.
    ///
    /// ```swift
    /// return .run("load", .latest) { Loaded(items: await service.items()) }
    /// ```
    ///
    /// The action is dispatched in the turn in which the effect ends, so none is seen without the other.
    /// Otherwise like the form whose function receives `send`.
    @export(implementation)
    public static func run(
        _ id: (any Hashable & Sendable)? = nil,
        _ policy: OverlapPolicy = .merge,
        after delay: Duration = .zero,
        _ body: nonisolated(nonsending) @escaping () async throws -> any Action,
        catching: ((any Error) -> any Action)? = nil
    ) -> Effect {
        let work: Body = { _ in try await body() }
        return Effect(Plan(id, policy, after: delay, .run(work, catching: catching)))
    }

    /// Names the missing part where a function neither takes a `Send` nor returns an action.
    @available(
        *,
        unavailable,
        message: "an effect takes `send` or returns an action. To fix: write `.run { send in … }`, or `{ _ in … }`."
    )
    public static func run(
        _ id: (any Hashable & Sendable)? = nil,
        _ policy: OverlapPolicy = .merge,
        after delay: Duration = .zero,
        _ body: nonisolated(nonsending) @escaping () async throws -> Void,
        catching: ((any Error) -> any Action)? = nil
    ) -> Effect { .none }

    /// Names the missing action where `catching` makes none, of an effect that sends.
    @available(
        *,
        unavailable,
        message: "`catching` returns an action. To fix: return one that a store handles, or leave `catching` out."
    )
    public static func run(
        _ id: (any Hashable & Sendable)? = nil,
        _ policy: OverlapPolicy = .merge,
        after delay: Duration = .zero,
        _ body: nonisolated(nonsending) @escaping (Send) async throws -> Void,
        catching: (any Error) -> Void
    ) -> Effect { .none }

    /// Names the missing action where `catching` makes none, of an effect that returns an action.
    @available(
        *,
        unavailable,
        message: "`catching` returns an action. To fix: return one that a store handles, or leave `catching` out."
    )
    public static func run(
        _ id: (any Hashable & Sendable)? = nil,
        _ policy: OverlapPolicy = .merge,
        after delay: Duration = .zero,
        _ body: nonisolated(nonsending) @escaping () async throws -> any Action,
        catching: (any Error) -> Void
    ) -> Effect { .none }

    /// Dispatches an action made of each value of a signal, until the signal finishes or the effect is cancelled.
    ///
    /// ```swift
    /// return .observe(feed.prices, as: "prices", .latest) { PriceChanged(to: $0) }
    /// ```
    ///
    /// The signal must belong to the dispatcher's domain. It is observed from the end of the turn of the action on, and
    /// kept alive until the effect is over.
    ///
    /// - Parameters:
    ///   - signal: The signal to observe.
    ///   - id: The identity. Nil for an effect that is never cancelled by identity; a policy then has no effect.
    ///   - policy: The rule for effects with the same identity that are in flight.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - action: Makes an action of a value.
    @export(implementation)
    public static func observe<Value>(
        _ signal: Signal<Value>,
        as id: (any Hashable & Sendable)? = nil,
        _ policy: OverlapPolicy = .merge,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ action: @escaping (Value) -> any Action
    ) -> Effect {
        let work = Work.observe { send, onFinish in
            signal.observe(onFinish: onFinish, file: file, line: line) { value in send.ifOpen { action(value) } }
        }
        return Effect(Plan(id, policy, work))
    }

    /// Dispatches an action made of the current value of an observable, and of each new one, until the effect is
    /// cancelled.
    ///
    /// Otherwise like the form for signals. If the observable derives from the store's own state, the actions must come
    /// to an end: every change that they make is delivered to this effect, too.
    @export(implementation)
    public static func observe<Value>(
        _ observable: Observable<Value>,
        as id: (any Hashable & Sendable)? = nil,
        _ policy: OverlapPolicy = .merge,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ action: @escaping (Value) -> any Action
    ) -> Effect {
        let work = Work.observe { send, _ in
            observable.observe(file: file, line: line) { value in send.ifOpen { action(value) } }
        }
        return Effect(Plan(id, policy, work))
    }

    /// Dispatches an action made of each element of an asynchronous sequence, until the sequence ends or the effect is
    /// cancelled.
    ///
    /// The sequence is read in the dispatcher's isolation, and kept alive until the effect is over. If it throws, the
    /// error becomes an action or is reported, as in ``run(_:_:after:_:catching:)-(_,_,_,()->Action,_)``.
    @export(implementation)
    public static func observe<Elements: AsyncSequence>(
        _ sequence: Elements,
        as id: (any Hashable & Sendable)? = nil,
        _ policy: OverlapPolicy = .merge,
        _ action: @escaping (Elements.Element) -> any Action,
        catching: ((any Error) -> any Action)? = nil
    ) -> Effect {
        let work: Body = { send in
            try await forEach(in: sequence) { element in send.ifOpen { action(element) } }
            return nil
        }
        return Effect(Plan(id, policy, .run(work, catching: catching)))
    }
}
