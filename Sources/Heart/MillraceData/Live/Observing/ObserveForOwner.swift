import MillraceSignals

extension LiveView {
    /// Calls `receive` with the owner and the rows at once, and then with the owner and the changes, for as long as the
    /// owner lives.
    ///
    /// ```swift
    /// unread.observeChanges(for: self) { screen, change in screen.show(change) }
    /// ```
    ///
    /// The owner is held weakly and passed to the closure, which needs no capture list. When the owner is gone, the
    /// closure is not called again; the observer is removed at the next change, or soon after if the home of the graph
    /// is known. The observer does not keep the view alive; the sources that the view is derived from keep it up to
    /// date while it is observed.
    ///
    /// There is no ``LiveObservation``, so `withoutNotifying` cannot name this observer. Otherwise like
    /// ``observeChanges(isolation:_:)``.
    @export(implementation)
    public func observeChanges<Owner: AnyObject>(
        for owner: Owner,
        isolation: (any Actor)? = #isolation,
        _ receive: @escaping (Owner, LiveChange<Element>) -> Void
    ) {
        let (cache, told) = (cache, ToldRows<Element>())
        observable.observe(for: owner, isolation: isolation) { owner, rows in
            told.tell(rows, cache) { change, _, _ in receive(owner, change) }
        }
    }
}
