/// An observer's place in the list of what it observes. It keeps neither.
///
/// `@unchecked Sendable` is safe: the references are weak, the link is set before anybody else knows the place, any
/// thread may call `release()`, and the rest is for code of the domain.
@usableFromInline
package final class Place: OwnedObservation, @unchecked Sendable {
    @usableFromInline package weak var link: Link?
    private weak let source: Source?

    @usableFromInline
    package init(_ link: Link? = nil, in source: Source) {
        self.link = link
        self.source = source
    }

    /// Ends the observation when its owner is gone: soon, where the home is known, and at the next use.
    ///
    /// - Parameter isolation: The isolation of the code that observes, where that is known.
    @usableFromInline
    package func ends(with owner: AnyObject, observedIn isolation: (any Actor)?) {
        // An actor that is the owner proves nothing: its initializer runs on the thread of whoever makes it.
        source?.home?.add(self, of: owner, provedBy: isolation === owner ? nil : isolation)
    }

    /// Whether the observer still stands in the list.
    package var isTaken: Bool { link?.isLinked == true && source != nil }

    /// Ends the observation, in the domain of what is observed.
    @usableFromInline
    package func leave() {
        if let link, let source { source.cancel(link) }
    }

    /// Ends the observation, on any thread.
    ///
    /// Even on the main thread the observer is only marked, since what was made there may belong to an actor, in whose
    /// initializer that was, and be in use.
    func release() {
        if let link, let source { source.mark(link) }
    }
}

/// A closure that belongs to an actor, to be called by code that is known to run there: it traps elsewhere.
@inlinable
func assumingIsolation<Owner: Actor, Value>(
    _ receive: @escaping (isolated Owner, Value) -> Void
) -> (Owner, Value) -> Void {
    { owner, value in
        let call = UncheckedTransfer((receive, value))
        owner.assumeIsolated { owner in call.content.0(owner, call.content.1) }
    }
}
