import MillraceFlux

extension HandledAction.Call {
    /// Returns the changes as text, as `describeDifference(_:_:limit:file:line:)` gives them; nil if there are none,
    /// and if former states are not kept.
    public func difference(limit: Int = 50) -> String? {
        guard let formerState, let state else { return nil }
        func open<State>(_ former: State) -> String? {
            (state as? State).flatMap { describeDifference(former, $0, limit: limit) }
        }
        return open(formerState)
    }
}
