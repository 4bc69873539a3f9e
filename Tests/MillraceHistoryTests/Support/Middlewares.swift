import MillraceFlux

/// A middleware that is told in a spec what to do.
struct Desk: Middleware {
    var wantsFormerStates = false
    var before: (any Action) -> ActionPassage = { _ in .pass }
    var after: (HandledAction) -> Void = { _ in }

    func willHandle(_ action: any Action) -> ActionPassage { before(action) }
    func didHandle(_ handled: HandledAction) { after(handled) }
}

extension Desk {
    /// One that notes what it is asked and told.
    init(_ name: String, noting log: Log) {
        self.init(
            before: { action in
                log("\(name) before \(action)")
                return .pass
            },
            after: { log("\(name) after \($0.action)") }
        )
    }
}
