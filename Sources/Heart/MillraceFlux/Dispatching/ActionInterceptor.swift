import MillraceSignals

/// The middleware of a dispatcher, as the dispatcher knows it: it gets each action before the handlers do, and decides
/// whether and when they are called. A dispatch while it decides traps.
protocol ActionInterceptor: AnyObject {
    /// Decides whether an action goes on, is replaced or is dropped. ``Dispatcher/handle(_:at:to:_:notedIn:)`` hands it
    /// to the stores.
    ///
    /// - Parameters:
    ///   - place: Where the action is while this runs, if that is known.
    ///   - origin: Who dispatched it, and where.
    func intercept(
        _ action: any Action,
        at place: ActionAddress?,
        to registration: Registration?,
        on dispatcher: Dispatcher,
        by origin: ActionOrigin,
        _ runner: TurnRunner
    )

    /// Whether anybody follows effects.
    var followsEffects: Bool { get }

    /// Reports an effect.
    func tell(of event: EffectEvent, on dispatcher: Dispatcher)
}
