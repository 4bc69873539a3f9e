import MillraceSignals

/// A step between `dispatch` and the stores: it sees each action before the stores do, and the outcome afterwards.
///
/// ```swift
/// let nothingOnSundays = Middleware(decide: { action in
///     action is Order && calendar.isSunday ? .replace(by: Refused(reason: "closed")) : .pass
/// })
/// dispatcher.install(nothingOnSundays)
/// ```
///
/// Several middlewares are asked in the order in which they were installed, each with the action that the previous one
/// passed on; an action that one drops does not reach the next. They are notified of handled actions in the same order.
/// A middleware that must come before all others, wherever it is installed, decides in `admits`, which is called on all
/// of them first.
///
/// A middleware changes no state: only a store's handler does. Its closures are called in the dispatcher's isolation,
/// and the values that they set (of a `Variable`, say) belong to the action's turn. A closure that is left out costs
/// nothing.
///
/// Precondition: it does not dispatch. It replaces the action, or leaves the answer to an observer.
public struct Middleware {
    /// A middleware's decision about an action.
    public enum Decision {
        /// The next middleware is asked, and finally the stores handle the action.
        case pass
        /// The action is discarded: no store handles it, and no middleware is notified.
        case drop
        /// Another action continues in its place, to the next middleware; to the same store, if it was addressed to one.
        case replace(by: any Action)
    }

    /// Whether this middleware reads ``HandledAction/Call/formerState``.
    ///
    /// If a state is kept while its handler changes it, everything that the handler changes is copied first: for an
    /// array that is the whole array. If one installed middleware wants it, this holds for all dispatches.
    public var wantsFormerStates: Bool

    /// Whether this middleware reads ``HandledAction/Call/duration``.
    ///
    /// Reading the clock twice for each handler may take longer than the rest of the dispatch. If one installed
    /// middleware wants it, this holds for all dispatches.
    public var wantsDurations: Bool

    /// The name of the middleware in messages and recordings. Nil for its number in the order of installation.
    public var name: String?

    /// The name of its kind, where a dispatcher can have only one.
    package var soleName: String?

    let admits: ((any Action) -> Bool)?
    let decide: ((any Action) -> Decision)?
    let allowsEffects: ((any Action) -> Bool)?
    let handled: ((HandledAction) -> Void)?
    let dropped: ((DroppedAction) -> Void)?
    let followed: ((EffectEvent) -> Void)?

    /// Creates a middleware of the closures that it needs.
    ///
    /// - Parameters:
    ///   - admits: Returns whether an action is admitted. An action that one middleware does not admit is dropped. All
    ///     middlewares are asked, in order, before `decide` is called on any of them. They are asked again for an
    ///     action that replaces it.
    ///   - decide: Decides about an action, before the stores handle it. Called for actions that are dispatched to all
    ///     stores or to one, and also if they have no handler.
    ///   - allowsEffects: Returns whether the effects that the handlers of an action return take effect: those to start,
    ///     and those that cancel others. They do if all installed middlewares allow it.
    ///   - wantsFormerStates: Whether `handled` reads former states: see ``wantsFormerStates``.
    ///   - wantsDurations: Whether `handled` reads durations: see ``wantsDurations``.
    ///   - handled: Called when all handlers of an action have returned. The states are the new ones, and the observers
    ///     are called after this; in a `batch` they are called at its end.
    ///   - dropped: Called with each action that a middleware has dropped, or has not admitted.
    ///   - effects: Called when an effect of a store has begun, and when it is over.
    ///   - name: See ``name``.
    public init(
        admits: ((any Action) -> Bool)? = nil,
        decide: ((any Action) -> Decision)? = nil,
        allowsEffects: ((any Action) -> Bool)? = nil,
        wantsFormerStates: Bool = false,
        wantsDurations: Bool = false,
        handled: ((HandledAction) -> Void)? = nil,
        dropped: ((DroppedAction) -> Void)? = nil,
        effects: ((EffectEvent) -> Void)? = nil,
        name: String? = nil
    ) {
        self.admits = admits
        self.decide = decide
        self.allowsEffects = allowsEffects
        self.wantsFormerStates = wantsFormerStates
        self.wantsDurations = wantsDurations
        self.handled = handled
        self.dropped = dropped
        followed = effects
        self.name = name
    }
}
