import MillraceSignals

/// The middleware of a dispatcher, as the dispatcher knows it: it gets each action before the handlers do, and decides
/// whether and when they are called. A dispatch while it decides traps.
protocol ActionInterceptor: AnyObject {
    /// Decides what becomes of an action. ``Dispatcher/handle(_:at:to:_:notedIn:)`` hands it to the stores.
    ///
    /// - Parameters:
    ///   - place: Where the action is while this runs, if that is known.
    ///   - first: The first middleware that decides.
    func intercept(
        _ action: any Action,
        at place: ActionAddress?,
        to registration: Registration?,
        on dispatcher: Dispatcher,
        askingFrom first: Int,
        _ runner: TurnRunner
    )
}
