import MillraceSignals

/// What stands between `dispatch` and the handlers. While it decides nothing can be dispatched.
protocol ActionInterceptor: AnyObject {
    /// Decides what becomes of an action. ``Dispatcher/handle(_:at:to:_:notedIn:)`` hands it to the stores.
    ///
    /// - Parameter place: Where the action is while this runs, if that is known.
    func intercept(
        _ action: any Action,
        at place: LocatedAction?,
        to registration: Registration?,
        on dispatcher: Dispatcher,
        _ turn: Turn
    )
}
