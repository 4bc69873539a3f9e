/// Where a link hangs, as seen from below: enough to unhook it while the source is alive, and nothing once it is gone.
///
/// The link's address needs no owner of its own. While the source is alive it owns the link, unless one of its own
/// domain has taken it out, which is told to whoever keeps this.
@usableFromInline
package struct Connection {
    private weak var source: Source?
    private let link: Unmanaged<Link>

    @usableFromInline
    package init(_ link: Link, of source: Source) {
        self.source = source
        self.link = .passUnretained(link)
    }

    /// Unhooks the link, in the source's domain.
    package func cancel() {
        if let source { source.cancel(link.takeUnretainedValue()) }
    }

    /// Where the source lives.
    var home: Home? { source?.home }

    func isThrough(_ link: Link) -> Bool { self.link.toOpaque() == Unmanaged.passUnretained(link).toOpaque() }
}
