extension Signal {
    /// An observable that holds the last value of this signal, and `initial` until the first one comes.
    ///
    /// It is connected from now on, whether or not somebody observes it, for as long as the observable or what is
    /// derived from it is kept or observed. When this signal finishes the last value stays. It keeps this signal. O(1)
    /// a value.
    ///
    /// ```swift
    /// let lastError: Observable<String?> = failures.map { Optional($0.message) }.hold(nil)
    /// ```
    @inlinable
    public func hold(_ initial: Value) -> Observable<Value> {
        let box = Box(initial)
        let node = HeldNode(cell: box)
        let anchor = node.anchor(in: hub)
        let link = HeldLink<Value>(anchor) { value in
            anchor.withNode { box.set(value, of: $0) }
        }
        anchor.place.link = link
        node.connection = Connection(link, of: hub)
        attach(link)
        return Observable(box: box, lineage: Lineage(node: node, upstream: self))
    }
}

/// The node of a held signal. The observable keeps it; while it has observers or dependents, the signal does too.
@usableFromInline
package final class HeldNode: Node {
    @exclusivity(unchecked) @usableFromInline var connection: Connection?
    private weak var anchor: HeldAnchor?

    @usableFromInline
    init(cell: Cell) { super.init(cell: cell, height: 0, compute: nil) }

    /// On the main thread a signal that was made there is left at once; elsewhere it drops the link at its next value.
    deinit {
        if home.isHere { connection?.cancel() }
    }

    @usableFromInline
    func anchor(in source: Source) -> HeldAnchor {
        let made = HeldAnchor(self, in: source)
        anchor = made
        return made
    }

    override func becameLinked() { anchor?.kept = self }
    override func becameUnlinked() { anchor?.kept = nil }
}

/// The link of a held signal.
@usableFromInline
package final class HeldLink<Value>: SignalLink<Value> {
    private let anchor: HeldAnchor

    @usableFromInline
    init(_ anchor: HeldAnchor, receive: @escaping (Value) -> Void) {
        self.anchor = anchor
        super.init(onFinish: { anchor.forgetConnection() }, receive: receive)
    }

    override var outlet: Outlet { anchor.node.map(Outlet.source) ?? .nowhere }
}

/// What the link of a held signal knows of its node: it keeps it only while the node is linked.
@usableFromInline
package final class HeldAnchor {
    fileprivate weak var node: HeldNode?
    fileprivate var kept: HeldNode?
    @usableFromInline let place: OwnPlace

    fileprivate init(_ node: HeldNode, in source: Source) {
        self.node = node
        place = OwnPlace(in: source)
    }

    /// The signal has finished, and with that dropped the link.
    func forgetConnection() { node?.connection = nil }

    /// Calls `body` with the node, or leaves the signal where it is gone.
    @usableFromInline
    func withNode(_ body: (Node) -> Void) {
        if let node { body(node) } else { place.leave() }
    }
}
