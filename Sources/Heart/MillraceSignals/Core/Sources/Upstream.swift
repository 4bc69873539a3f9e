/// The part of the graph that an observable owns: its sources, and its own node.
///
/// Ownership goes upward here, from the observables that the user holds to the roots, and downward in the nodes, from
/// the roots to the observers. A root, which is set from outside, has nothing above it, so its node is its upstream
/// itself. That of a derived observable is a ``Derivation``, which no node holds. So there is no cycle, and dropping
/// everything frees everything in any order.
@usableFromInline
package class Upstream {
    /// Whether this is the node of a root, or a hub, and not a derivation.
    @usableFromInline final let isSource: Bool

    @usableFromInline
    init(isSource: Bool) { self.isSource = isSource }
}
