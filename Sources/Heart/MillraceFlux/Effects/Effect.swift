import MillraceSignals

/// Work that a handler returns, and whose results come back as actions.
///
/// An effect is a value. It does nothing by itself: a handler returns it, and its store starts it when the turn of the
/// action is over (law F6).
///
/// ```swift
/// store.on(Search.self) { state, action in
///     state.text = action.text
///     if action.text.isEmpty { return .cancel("search") }
///     return .run("search", .latest) {
///         Found(hits: try await service.hits(action.text))
///     } catching: {
///         Failed(message: "\($0)")
///     }
/// }
/// ```
///
/// **Identity.** An effect may have an identity: any hashable value. An identity is valid within one store: effects of
/// two stores never have the same identity. An `OverlapPolicy` rules how effects of the same identity overlap:
/// `.latest` cancels them, `.first` ignores the new one, `.concat` makes it wait until they are over, `.merge`, the
/// default, runs it beside them, and `.concurrent(limit:)` runs up to that many at a time. An effect that waits is in
/// flight too, and is cancelled with its identity.
///
/// **Who receives the actions.** An effect dispatches to the same recipients as the action that started it. If two
/// stores of one feature handle an action that is dispatched to all stores, the effect of each therefore dispatches to
/// both. Address the action with `dispatch(_:to:)`, so that the effect dispatches to that store alone, or address the
/// result: see ``Send``. A debug build warns once, on standard error, if addressing seems to be missing: two stores
/// with states of the same type have answered an action that went to all, with the same type of action, and the answer
/// of one has changed the state of the other.
///
/// **In flight.** An effect is in flight from the turn of its action until it has returned, has failed or is cancelled,
/// also while it waits for others: see ``Store/effectsInFlight``.
///
/// **Cancelling.** An effect is cancelled by its identity, by another effect with the same identity and the policy
/// `.latest`, and with its store, on whichever thread the store is released. Its task is cancelled as soon as the turn
/// is over, and need not react: no action of a cancelled effect is ever dispatched. An effect that is cancelled before
/// it has started never starts.
///
/// Several effects are returned as an array: `return [.cancel("search"), .run { … }]`. They are started in that order.
///
/// The dispatcher must have a scheduler: see ``Dispatcher/init(on:isolation:)``.
public struct Effect {
    @usableFromInline let parts: [Part]

    private init(parts: [Part]) { self.parts = parts }

    @usableFromInline
    init(_ plan: Plan) { parts = [.start(plan)] }

    /// Creates one effect of several, which are started in their order.
    public init(_ effects: some Sequence<Effect>) { parts = effects.flatMap(\.parts) }

    /// An effect that does nothing.
    public static var none: Effect { Effect(parts: []) }

    /// Cancels the effects with this identity that are in flight in the store whose handler returns it, if there are
    /// any.
    public static func cancel(_ id: any Hashable & Sendable) -> Effect { Effect(parts: [.cancel(AnyHashable(id))]) }

    /// Asks the family that the store is a member of to close it: to remove its element.
    ///
    /// ```swift
    /// store.on(Cancel.self) { _, _ in .close }
    /// ```
    ///
    /// When the turn is over, the action ``CloseMember`` is dispatched to the parent; see there. If the member is gone
    /// by then, nothing happens. It needs no scheduler. In the midst of other work use ``Send/close()``.
    ///
    /// Precondition: the family was made with `closing:`, or of an optional state or a route. For a store that is no
    /// member of a family the action is dispatched to all stores, so that the feature can be tested alone.
    public static var close: Effect { Effect(parts: [.close]) }
}

extension Effect: ExpressibleByArrayLiteral {
    /// Creates one effect of several, which are started in their order.
    public init(arrayLiteral effects: Effect...) { self.init(effects) }
}

extension Effect {
    /// One thing that an effect asks for.
    @usableFromInline
    enum Part {
        case start(Plan)
        case cancel(AnyHashable)
        case close

        /// The identity that it is about, if any.
        var id: AnyHashable? {
            switch self {
            case .start(let plan): plan.id
            case .cancel(let id): id
            case .close: nil
            }
        }
    }

    /// The work to start, and its relation to other effects.
    @usableFromInline
    struct Plan {
        let id: AnyHashable?
        let policy: OverlapPolicy
        let delay: Duration
        let work: Work

        @usableFromInline
        init(_ id: (any Hashable & Sendable)?, _ policy: OverlapPolicy, after delay: Duration = .zero, _ work: Work) {
            self.id = id.map { AnyHashable($0) }
            self.policy = policy
            self.delay = delay
            self.work = work
        }
    }

    @usableFromInline
    enum Work {
        /// A task, with the action that it returns at its end and the conversion of an error to an action.
        case run(Body, catching: ((any Error) -> any Action)?)

        /// A subscription, whose second argument is called when nothing more will be emitted.
        case observe((Send, _ onFinish: @escaping () -> Void) -> Subscription)
    }

    @usableFromInline
    typealias Body = nonisolated(nonsending) (Send) async throws -> (any Action)?
}

extension Effect: CustomStringConvertible {
    /// The request of the effect: `run "search", latest`.
    public var description: String {
        parts.isEmpty ? "none" : parts.map(\.description).joined(separator: "; ")
    }
}

extension Effect.Part: CustomStringConvertible {
    @usableFromInline var description: String {
        switch self {
        case .cancel(let id): "cancel \(shown(id))"
        case .close: "close"
        case .start(let plan): plan.description
        }
    }
}

extension Effect.Plan: CustomStringConvertible {
    @usableFromInline var description: String {
        let verb = if case .run = work { "run" } else { "observe" }
        let named = id.map { "\(verb) \(shown($0)), \(policy)" } ?? verb
        return delay > .zero ? "\(named), after \(delay)" : named
    }
}

private func shown(_ id: AnyHashable) -> String { String(reflecting: id.base) }
