import MillraceFlux

/// A middleware that is told in a spec what to do.
package struct StubMiddleware: Middleware {
    package var wantsFormerStates: Bool
    package var wantsDurations: Bool { true }
    package var before: (any Action) -> MiddlewareDecision
    package var after: (HandledAction) -> Void

    package init(
        wantsFormerStates: Bool = false,
        before: @escaping (any Action) -> MiddlewareDecision = { _ in .pass },
        after: @escaping (HandledAction) -> Void = { _ in }
    ) {
        self.wantsFormerStates = wantsFormerStates
        self.before = before
        self.after = after
    }

    /// One that notes what it is asked and told.
    package init(_ name: String, noting log: Log) {
        self.init(
            before: { action in
                log("\(name) before \(action)")
                return .pass
            },
            after: { log("\(name) after \($0.action)") }
        )
    }

    package func willHandle(_ action: any Action) -> MiddlewareDecision { before(action) }
    package func didHandle(_ handled: HandledAction) { after(handled) }
}
