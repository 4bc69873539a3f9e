import MillraceSignals

extension Store {
    /// Whether effects of this store with an identity are in flight.
    ///
    /// ```swift
    /// let isLoading = store.isInFlight("page")
    /// isLoading.observe(for: self) { screen, isLoading in screen.showSpinner(isLoading) }
    /// ```
    ///
    /// It changes in the turn of the action that asks for the first of them, and in the turn in which the last is over
    /// or cancelled; so it never contradicts the state. An effect that takes another's place changes nothing: observers
    /// are told of real changes only. When the store is released it becomes false, later. It keeps neither the store
    /// nor its effects.
    ///
    /// - Parameter id: The identity, as it was given to the effect.
    /// - Complexity: O(1), here and for each effect that begins or ends, however many identities are asked for.
    public func isInFlight(_ id: any Hashable & Sendable) -> Observable<Bool> {
        registration.effects.isInFlightTold(AnyHashable(id))
    }
}

extension Effects {
    /// Whether effects of an identity are in flight, now and from now on.
    func isInFlightTold(_ id: AnyHashable) -> Observable<Bool> { observables.flag(of: id, now: isInFlight(id)) }
}
