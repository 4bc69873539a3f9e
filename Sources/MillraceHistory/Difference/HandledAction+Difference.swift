import MillraceFlux

extension HandledAction.Call {
    /// What has changed, as ``describeDifference(_:_:limit:file:line:)`` gives it; nil where nothing has, and where former states
    /// are not kept.
    public func difference(limit: Int = 50) -> String? {
        guard let formerState, let state else { return nil }
        func open<State>(_ former: State) -> String? {
            (state as? State).flatMap { describeDifference(former, $0, limit: limit) }
        }
        return open(formerState)
    }
}

extension ActionLogger.Detail {
    /// One line for each action, and below it what has changed, as ``describeDifference(_:_:limit:file:line:)`` gives it.
    /// Former states are kept for it: see `Middleware.wantsFormerStates`.
    public static var difference: Self { .change { $0.difference() } }
}
