extension Signal {
    /// Returns an observable that holds the latest value of this signal, and `initial` until there is one.
    ///
    /// ![hold](marbles-hold.svg)
    ///
    /// It is connected from now on, with and without observers, for as long as it or anything derived from it is kept
    /// or observed. When this signal finishes, the last value stays. It keeps this signal alive. O(1) per value.
    ///
    /// ```swift
    /// let lastError: Observable<String?> = failures.map { Optional($0.message) }.hold(nil)
    /// ```
    ///
    /// - Parameters:
    ///   - initial: The value until the signal emits.
    ///   - isolation: The isolation of the calling code, from which the signal learns where it belongs: see ``Home``.
    @export(implementation)
    public func hold(_ initial: Value, isolation: (any Actor)? = #isolation) -> Observable<Value> {
        let box = Box(initial)
        let hub = hubForObserver()
        let node = HeldNode(cell: box, in: hub)
        let anchor = node.makeAnchor()
        let link = HeldLink<Value>(anchor) { value in
            anchor.withNode { box.set(value, of: $0) }
        }
        node.weakLink.link = link
        hub.learnHome(observedIn: isolation)
        attach(link)
        node.shareHome(with: hub)
        return Observable(box: box, upstream: Derivation(node: node, holding: self))
    }
}

/// The node of a held signal. The observable keeps it alive; while it has observers or dependents, so does the signal.
@usableFromInline
package final class HeldNode: Node {
    @usableFromInline let weakLink: WeakLink
    private weak var anchor: HeldAnchor?

    @usableFromInline
    init(cell: Cell, in source: Source) {
        weakLink = WeakLink(in: source)
        super.init(root: cell)
    }

    /// Disconnects from the signal, like a released subscription.
    deinit {
        if home?.isHere == true { weakLink.leave() } else { weakLink.release() }
    }

    @usableFromInline
    func makeAnchor() -> HeldAnchor {
        let made = HeldAnchor(self, weakLink)
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

/// How the link of a held signal refers to its node: it keeps it alive only while the node is linked.
@usableFromInline
package final class HeldAnchor {
    fileprivate weak var node: HeldNode?
    fileprivate var kept: HeldNode?
    private let weakLink: WeakLink

    fileprivate init(_ node: HeldNode, _ weakLink: WeakLink) {
        self.node = node
        self.weakLink = weakLink
    }

    /// Calls `body` with the node, or disconnects from the signal if the node is gone.
    @usableFromInline
    func withNode(_ body: (Node) -> Void) {
        if let node { body(node) } else { weakLink.leave() }
    }
}
