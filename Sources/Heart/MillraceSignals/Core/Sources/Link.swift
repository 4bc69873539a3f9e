import Synchronization

/// The entry of one observer in the list of a ``Source``.
///
/// A link is owned by its source while it is in the list, and by its `Subscription`. It holds the observer below it
/// (through its closure). It refers to the source above it only by an address that it uses while the source is alive.
@usableFromInline
package class Link {
    @exclusivity(unchecked) @usableFromInline final var next: Unmanaged<Link>?
    @exclusivity(unchecked) @usableFromInline final var previous: Unmanaged<Link>?
    @exclusivity(unchecked) final var isLinked = false

    /// Set once, on any thread. The source skips the link from then on and removes it when it next checks.
    @usableFromInline final let isCancelled = Atomic<Bool>(false)

    @usableFromInline
    package init() {}

    /// Notifies the observer that no value will come.
    package func finish() {}

    /// The target of the link, as far as it can be seen from outside.
    var outlet: Outlet { .observer }

    /// Notifies the observer that no value will come, unless it was notified or has cancelled.
    final func finishOnce() {
        if !isCancelled.exchange(true, ordering: .relaxed) { finish() }
    }
}

/// The target of a link: see ``flowchart(below:)``.
enum Outlet {
    /// The user's code.
    case observer

    /// Another signal or observable.
    case source(Source)

    /// Nothing: the link only keeps its source connected.
    case nowhere
}
