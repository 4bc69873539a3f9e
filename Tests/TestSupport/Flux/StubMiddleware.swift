import MillraceFlux

extension Middleware {
    /// A middleware that asks for durations, as most do, and is told in a spec what to do.
    package static func stub(
        wantsFormerStates: Bool = false,
        decide: ((any Action) -> Decision)? = nil,
        handled: @escaping (HandledAction) -> Void = { _ in }
    ) -> Middleware {
        Middleware(decide: decide, wantsFormerStates: wantsFormerStates, wantsDurations: true, handled: handled)
    }

    /// One that notes what it is asked and told.
    package static func stub(_ name: String, noting log: Log) -> Middleware {
        stub(
            decide: { action in
                log("\(name) before \(action)")
                return .pass
            },
            handled: { log("\(name) after \($0.action)") }
        )
    }
}
