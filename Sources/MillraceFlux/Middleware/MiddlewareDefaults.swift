import MillraceSignals

// What a middleware does where it does not implement a function. Each of these has the chain that calls it leave the
// function of this type out from then on: which functions a type implements cannot be asked, but what does nothing need
// be called only once.

extension Middleware {
    /// Former states are not wanted.
    public var wantsFormerStates: Bool { false }

    /// Durations are not wanted.
    public var wantsDurations: Bool { false }

    /// Everything is admitted.
    public func admits(_ action: any Action) -> Bool {
        doesNotImplement(.admits)
        return true
    }

    /// Everything passes.
    public func willHandle(_ action: any Action) -> MiddlewareDecision {
        doesNotImplement(.willHandle)
        return .pass
    }

    /// Effects are started.
    public func allowsEffects(of action: any Action) -> Bool {
        doesNotImplement(.allowsEffects)
        return true
    }

    /// Nothing is done about it.
    public func didHandle(_ handled: HandledAction) { doesNotImplement(.didHandle) }

    /// Tells the chain that is calling, if one is, and not a middleware that has this one within it.
    private func doesNotImplement(_ hook: MiddlewareHooks) {
        let caller = withTurn { $0.handled?.takeUnretainedValue() }
        (caller as? MiddlewareChain)?.leaveOut(hook, of: Self.self)
    }
}
