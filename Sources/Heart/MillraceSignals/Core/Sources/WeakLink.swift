import MillraceBase

/// A weak reference to a ``Link`` and to its source, with which an observation ends together with its owner, or on
/// another thread. It keeps neither alive. (An observer that lives no longer than the link has a ``Connection``, which
/// costs less.)
///
/// `@unchecked Sendable` is safe: the references are weak, the link is set before anybody else has this object, any
/// thread may call `release()`, and the rest is for code of the domain.
@usableFromInline
package final class WeakLink: OwnedObservation, @unchecked Sendable {
    @usableFromInline package weak var link: Link?
    private weak let source: Source?

    @usableFromInline
    package init(_ link: Link? = nil, in source: Source) {
        self.link = link
        self.source = source
    }

    /// Ends the observation when its owner is gone: soon, if the home is known, and at the next use.
    ///
    /// - Parameter isolation: The isolation of the observing code, if it is known.
    @usableFromInline
    package func end(with owner: AnyObject, observedIn isolation: (any Actor)?) {
        // An actor that is the owner proves nothing: its initialiser runs on its caller's thread.
        source?.home?.add(self, of: owner, provedBy: isolation === owner ? nil : isolation)
    }

    /// Whether the observer is still in the list.
    package var isTaken: Bool { link?.isLinked == true && source != nil }

    /// Ends the observation, in the domain of the observed source.
    @usableFromInline
    package func leave() {
        if let link, let source { source.cancel(link) }
    }

    /// Ends the observation, on any thread.
    ///
    /// Even on the main thread the observer is only marked, since a graph made there may belong to an actor, whose
    /// initialiser ran there, and may be in use.
    func release() {
        if let link, let source { source.markCancelled(link) }
    }
}

/// Returns a closure that is isolated to an actor, for code that is known to run there: it traps elsewhere.
@inlinable
package func assumingIsolation<Owner: Actor, Value>(
    _ receive: @escaping (isolated Owner, Value) -> Void
) -> (Owner, Value) -> Void {
    { owner, value in
        let call = UncheckedTransfer((receive, value))
        owner.assumeIsolated { owner in call.content.0(owner, call.content.1) }
    }
}
