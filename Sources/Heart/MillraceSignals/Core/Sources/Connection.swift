/// A weak reference from below to a link: enough to unlink it while the source is alive, and nothing afterwards. Counted
/// by hand: it is cancelled or released once.
///
/// The link's address needs no owner of its own. While the source is alive it owns the link, unless code of its own
/// domain has removed it, which notifies the owner of this connection.
@usableFromInline
package struct Connection {
    private let source: LightWeak<Source>
    private let link: Unmanaged<Link>

    @usableFromInline
    package init(_ link: Link, of source: Source) {
        self.source = LightWeak(source)
        self.link = .passUnretained(link)
    }

    /// Unlinks the link, in the source's domain.
    package func cancel() {
        source.with { source in link._withUnsafeGuaranteedRef { source.cancel($0) } }
        release()
    }

    /// Gives up the reference, on any thread.
    func release() { source.release() }

    func isThrough(_ link: Link) -> Bool { self.link.toOpaque() == Unmanaged.passUnretained(link).toOpaque() }

    /// Where the source lives, if it is alive, and that is known.
    var home: Home? { source.object?.home }
}
