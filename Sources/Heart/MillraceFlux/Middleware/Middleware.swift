import MillraceSignals

/// Intercepts actions between `dispatch` and the stores: it sees each action before the stores do, and the outcome
/// afterwards.
///
/// ```swift
/// struct NothingOnSundays: Middleware {
///     let calendar: WorkCalendar
///
///     func willHandle(_ action: any Action) -> MiddlewareDecision {
///         action is Order && calendar.isSunday ? .replace(by: Refused(reason: "closed")) : .pass
///     }
/// }
///
/// dispatcher.install(NothingOnSundays(calendar: calendar))
/// ```
///
/// Several middlewares are asked in the order in which they were installed, each with the action that the previous one
/// passed on; an action that one drops does not reach the next. They are notified of handled actions in the same order.
/// A middleware that must come before all others, wherever it is installed, decides in ``admits(_:)``, which is called
/// on all of them first.
///
/// A middleware changes no state: only a store's handler does. It is called in the dispatcher's isolation, and what it
/// sets (a `Variable`, say) belongs to the action's turn.
///
/// Precondition: it does not dispatch. It replaces the action, or leaves the answer to an observer.
public protocol Middleware {
    /// Whether this middleware reads ``HandledAction/Call/formerState``. Asked once, when it is installed.
    ///
    /// If a state is kept while its handler changes it, everything that the handler changes is copied first: for an
    /// array that is the whole array. If one installed middleware answers true, this holds for all dispatches.
    var wantsFormerStates: Bool { get }

    /// Whether this middleware reads ``HandledAction/Call/duration``. Asked once, when it is installed.
    ///
    /// Reading the clock twice for each handler may take longer than the rest of the dispatch. If one installed
    /// middleware answers true, this holds for all dispatches.
    var wantsDurations: Bool { get }

    /// Whether an action is admitted. An action that one middleware does not admit is dropped.
    ///
    /// All middlewares are asked, in order, before ``willHandle(_:)`` is called on any of them. They are asked again
    /// when the action continues after a delay, and for an action that replaces it.
    func admits(_ action: any Action) -> Bool

    /// Decides what becomes of an action, before the stores handle it.
    ///
    /// Called for actions that are dispatched to all stores or to one, and also if nobody handles them.
    func willHandle(_ action: any Action) -> MiddlewareDecision

    /// Whether the effects that the handlers of an action return take effect: those to start, and those that cancel
    /// others. They do if all installed middlewares allow it.
    func allowsEffects(of action: any Action) -> Bool

    /// Called when all handlers of an action have returned.
    ///
    /// The states are the new ones, and the observers are called after this; in a `batch` they are called at its end.
    func didHandle(_ handled: HandledAction)
}

/// What a ``Middleware`` decides about an action.
public enum MiddlewareDecision {
    /// The next middleware is asked, and finally the stores handle the action.
    case pass
    /// The action is discarded: no store handles it, and no middleware is notified.
    case drop
    /// Another action continues in its place, to the next middleware; to the same store, if it was addressed to one.
    case replace(by: any Action)
    /// The action continues later, to the next middleware, in a turn of its own. It is dropped if the dispatcher, or
    /// the store that it was addressed to, has been released by then.
    case delay(by: Duration, on: any Scheduler)
}
