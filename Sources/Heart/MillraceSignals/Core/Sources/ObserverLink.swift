/// An observer of an observable. It is called once for each version of the value that it has not seen.
@usableFromInline
package class ObserverLink: Link {
    @exclusivity(unchecked) @usableFromInline final var seenVersion: UInt64 = 0
    @usableFromInline final let receive: () -> Void

    @usableFromInline
    package init(receive: @escaping () -> Void) { self.receive = receive }
}

/// A link through which an observable feeds the hub of a signal, or which only keeps the observable connected.
@usableFromInline
package final class ObserverFeedLink: ObserverLink {
    private let below: AnyHub?

    @usableFromInline
    package init(below: AnyHub?, receive: @escaping () -> Void) {
        self.below = below
        super.init(receive: receive)
    }

    override var outlet: Outlet { below.map(Outlet.source) ?? .nowhere }
}
