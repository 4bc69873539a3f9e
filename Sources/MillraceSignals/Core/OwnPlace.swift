/// The way for an observer's closure to take its own link out of the list.
///
/// The source keeps the link, the link keeps the closure, the closure keeps this: both are alive whenever it runs.
@usableFromInline
package final class OwnPlace {
    private unowned(unsafe) let source: Source
    @usableFromInline unowned(unsafe) package var link: Link?

    @usableFromInline
    package init(in source: Source) { self.source = source }

    @usableFromInline
    package func leave() {
        if let link { source.cancel(link) }
    }
}

/// A closure that belongs to an actor, to be called by code that is known to run there: it traps elsewhere.
@inlinable
func assumingIsolation<Owner: Actor, Value>(
    _ receive: @escaping (isolated Owner, Value) -> Void
) -> (Owner, Value) -> Void {
    { owner, value in
        let call = Carried((receive, value))
        owner.assumeIsolated { owner in call.content.0(owner, call.content.1) }
    }
}
