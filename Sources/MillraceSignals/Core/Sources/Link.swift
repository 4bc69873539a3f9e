import Synchronization

/// One observer's place in the list of a ``Source``.
///
/// A link is owned by its source while it is in the list, and by the `Subscription` that stands for it. It holds what
/// is below it (through its closure) and knows what is above it only by an address that it uses while that is alive.
@usableFromInline
package class Link {
    @exclusivity(unchecked) @usableFromInline final var next: Unmanaged<Link>?
    @exclusivity(unchecked) @usableFromInline final var previous: Unmanaged<Link>?
    @exclusivity(unchecked) final var isLinked = false

    /// Set once, on any thread; the source skips the link from then on and drops it when it next looks.
    @usableFromInline final let isCancelled = Atomic<Bool>(false)

    @usableFromInline
    package init() {}

    /// Tells the observer that nothing more will come.
    package func finish() {}

    /// Where what the link is told goes, as far as that can be seen from outside.
    var outlet: Outlet { .observer }

    /// Tells the observer that nothing more will come, unless it was told or has cancelled.
    final func finishOnce() {
        if !isCancelled.exchange(true, ordering: .relaxed) { finish() }
    }
}

/// Where a link leads: see ``flowchart(below:)``.
enum Outlet {
    /// To the user's code.
    case observer

    /// On to another signal or observable.
    case source(Source)

    /// Nowhere: the link only keeps its source at work.
    case nowhere
}
