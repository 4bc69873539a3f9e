import MillraceSignals

// What a middleware does where it does not implement a function. Each of these has the chain that calls it leave the
// function of this type out from then on: which functions a type implements cannot be asked, but what does nothing need
// be called only once.

extension Middleware {
    /// False: former states are not asked for.
    public var wantsFormerStates: Bool { false }

    /// False: durations are not asked for.
    public var wantsDurations: Bool { false }

    /// Admits every action.
    public func admits(_ action: any Action) -> Bool {
        doesNotImplement(.admits)
        return true
    }

    /// Passes every action on unchanged.
    public func willHandle(_ action: any Action) -> MiddlewareDecision {
        doesNotImplement(.willHandle)
        return .pass
    }

    /// Allows all effects.
    public func allowsEffects(of action: any Action) -> Bool {
        doesNotImplement(.allowsEffects)
        return true
    }

    /// Does nothing.
    public func didHandle(_ handled: HandledAction) { doesNotImplement(.didHandle) }

    /// Tells the chain that is calling, if one is, and not a middleware that has this one within it.
    private func doesNotImplement(_ hook: MiddlewareHooks) {
        let caller = withRunner { $0.handling?.takeUnretainedValue() }
        (caller as? MiddlewareChain)?.leaveOut(hook, of: Self.self)
    }
}
