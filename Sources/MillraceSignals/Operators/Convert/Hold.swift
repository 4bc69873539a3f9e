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
    ///
    /// - Parameters:
    ///   - initial: The value until the first one comes.
    ///   - isolation: The isolation of the calling code, from which the signal learns where it belongs: see ``Home``.
    @inlinable
    public func hold(_ initial: Value, isolation: (any Actor)? = #isolation) -> Observable<Value> {
        let box = Box(initial)
        let hub = hubForObserver()
        let node = HeldNode(cell: box, in: hub)
        let anchor = node.makeAnchor()
        let link = HeldLink<Value>(anchor) { value in
            anchor.withNode { box.set(value, of: $0) }
        }
        node.place.link = link
        hub.isObserved(in: isolation)
        attach(link)
        node.sharesHome(with: hub)
        return Observable(box: box, upstream: Upstream(node: node, holding: self))
    }
}

/// The node of a held signal. The observable keeps it; while it has observers or dependents, the signal does too.
@usableFromInline
package final class HeldNode: Node {
    @usableFromInline let place: Place
    private weak var anchor: HeldAnchor?

    @usableFromInline
    init(cell: Cell, in source: Source) {
        place = Place(in: source)
        super.init(cell: cell, height: 0, compute: nil)
    }

    /// The signal is left, as by a subscription that is released.
    deinit {
        if home?.isHere == true { place.leave() } else { place.release() }
    }

    @usableFromInline
    func makeAnchor() -> HeldAnchor {
        let made = HeldAnchor(self, place)
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
        super.init(onFinish: nil, receive: receive)
    }

    override var outlet: Outlet { anchor.node.map(Outlet.source) ?? .nowhere }
}

/// What the link of a held signal knows of its node: it keeps it only while the node is linked.
@usableFromInline
package final class HeldAnchor {
    fileprivate weak var node: HeldNode?
    fileprivate var kept: HeldNode?
    private let place: Place

    fileprivate init(_ node: HeldNode, _ place: Place) {
        self.node = node
        self.place = place
    }

    /// Calls `body` with the node, or leaves the signal where it is gone.
    @usableFromInline
    func withNode(_ body: (Node) -> Void) {
        if let node { body(node) } else { place.leave() }
    }
}
