/// A weak reference from below to a link: enough to unlink it while the source is alive, and nothing afterwards. Counted
/// by hand: it is cancelled or released once.
///
/// The link's address needs no owner of its own. While the source is alive it owns the link, unless code of its own
/// domain has removed it, which notifies the owner of this connection.
@usableFromInline
package struct Connection {
    private let weakSource: LightWeak<Source>
    let link: Unmanaged<Link>

    @usableFromInline
    package init(_ link: Link, of source: Source) {
        weakSource = LightWeak(source)
        self.link = .passUnretained(link)
    }

    /// The source, while it is alive.
    var source: Source? { weakSource.object }

    /// Unlinks the link, in the source's domain.
    package func cancel() {
        if let source { source.cancel(link.takeUnretainedValue()) }
        release()
    }

    /// Gives up the reference, on any thread.
    func release() { weakSource.release() }

    func isThrough(_ link: Link) -> Bool { self.link.toOpaque() == Unmanaged.passUnretained(link).toOpaque() }
}
