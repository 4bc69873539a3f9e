/// A weak reference from below to a link: enough to unlink it while the source is alive, and nothing afterwards.
///
/// The link's address needs no owner of its own. While the source is alive it owns the link, unless code of its own
/// domain has removed it, which notifies the owner of this connection.
@usableFromInline
package struct Connection {
    private weak var source: Source?
    private let link: Unmanaged<Link>

    @usableFromInline
    package init(_ link: Link, of source: Source) {
        self.source = source
        self.link = .passUnretained(link)
    }

    /// Unlinks the link, in the source's domain.
    package func cancel() {
        if let source { source.cancel(link.takeUnretainedValue()) }
    }

    func isThrough(_ link: Link) -> Bool { self.link.toOpaque() == Unmanaged.passUnretained(link).toOpaque() }
}
