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

    /// Calls `receive`, in the isolation of an actor, with the rows at once and then with the changes, for as long as
    /// the actor lives.
    ///
    /// Otherwise like the form for objects. The view must belong to the actor.
    @export(implementation)
    public func observeChanges<Owner: Actor>(
        for owner: Owner,
        _ receive: @escaping (isolated Owner, LiveChange<Element>) -> Void
    ) {
        observable.upstream.node.learnHome(of: owner)
        observeChanges(for: owner, isolation: owner, assumingIsolation(receive))
    }

    /// Calls `receive` with the owner and the sections at once, and then with the owner and the changes down to the
    /// rows, for as long as the owner lives.
    ///
    /// Otherwise like ``observeChanges(for:isolation:_:)``.
    @export(implementation)
    public func observeSectionChanges<Group: Hashable, Row: Identifiable, Owner: AnyObject>(
        for owner: Owner,
        isolation: (any Actor)? = #isolation,
        _ receive: @escaping (Owner, LiveSectionChange<Group, Row>) -> Void
    ) where Element == RowSection<Group, Row> {
        let (cache, told, same) = (cache, ToldRows<Element>(), Sameness<Row>())
        observable.observe(for: owner, isolation: isolation) { owner, rows in
            told.tell(rows, cache) { receive(owner, LiveSectionChange($0, from: $1, $2, same)) }
        }
    }

    /// Calls `receive`, in the isolation of an actor, with the sections at once and then with the changes down to the
    /// rows, for as long as the actor lives.
    ///
    /// Otherwise like the form for objects. The view must belong to the actor.
    @export(implementation)
    public func observeSectionChanges<Group: Hashable, Row: Identifiable, Owner: Actor>(
        for owner: Owner,
        _ receive: @escaping (isolated Owner, LiveSectionChange<Group, Row>) -> Void
    ) where Element == RowSection<Group, Row> {
        observable.upstream.node.learnHome(of: owner)
        observeSectionChanges(for: owner, isolation: owner, assumingIsolation(receive))
    }
}
