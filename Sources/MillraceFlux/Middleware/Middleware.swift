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
    /// Whether ``HandledAction/Call/formerState`` is wanted. Asked once, when the middleware is installed.
    ///
    /// Holding a state while its handler changes it costs a copy of what the handler changes: an array that would have
    /// been changed in place is copied as a whole. Where one of the installed wants it, all dispatches pay.
    var wantsFormerStates: Bool { get }

    /// Whether ``HandledAction/Call/duration`` is wanted. Asked once, when the middleware is installed.
    ///
    /// Reading the clock twice for each handler may take longer than the rest of the dispatch. Where one of the
    /// installed wants it, all dispatches pay.
    var wantsDurations: Bool { get }

    /// Whether an action is let in at all. One that a middleware does not admit is dropped.
    ///
    /// Asked of all, in order, before any of them is asked ``willHandle(_:)``; and asked again of all when the action
    /// goes on after a delay, and of what goes on in its place.
    func admits(_ action: any Action) -> Bool

    /// Decides what becomes of an action. Called before the stores are, for what was dispatched to all and what was
    /// addressed to one, whether anybody handles it or not.
    func willHandle(_ action: any Action) -> MiddlewareDecision

    /// Whether the effects that the handlers of an action return are started, and what they cancel is cancelled. That
    /// is so where all the installed allow it.
    func allowsEffects(of action: any Action) -> Bool

    /// Sees what the handlers have made of an action. They have all returned, and the states are the new ones;
    /// observers are called next. In a `batch` they are called at its end.
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
