/// The upstream of a derived observable: it owns the observable's node, and the upstreams of the observables that the
/// node reads.
@usableFromInline
package final class Derivation: Upstream {
    @usableFromInline let ownNode: Node

    // Counted by hand: most have one or two inputs, which need no array, and are passed on when this is released.
    @exclusivity(unchecked) private var first: Unmanaged<Upstream>?
    @exclusivity(unchecked) private var second: Unmanaged<Upstream>?

    /// The fields that few derivations have.
    @exclusivity(unchecked) private var others: Others?

    private final class Others {
        @exclusivity(unchecked) var inputs: ArraySlice<Upstream> = []

        /// The observable that a switch currently follows, if this is the upstream of a `flatMapLatest`.
        @exclusivity(unchecked) var inner: Upstream?

        /// A signal that is held: `hold` keeps its sources alive.
        @exclusivity(unchecked) var heldSignal: AnyObject?
    }

    /// Notifies the node whose computation makes this.
    @usableFromInline
    package init(node: Node, input: Upstream, and other: Upstream? = nil) {
        withRunner { $0.maker?.made(node) }
        ownNode = node
        first = .passRetained(input)
        second = other.map { .passRetained($0) }
        super.init(isSource: false)
    }

    @usableFromInline
    package init(node: Node, inputs: [Upstream] = [], holding heldSignal: AnyObject? = nil) {
        if !inputs.isEmpty { withRunner { $0.maker?.made(node) } }
        ownNode = node
        first = inputs.first.map { .passRetained($0) }
        second = inputs.dropFirst().first.map { .passRetained($0) }
        super.init(isSource: false)
        if inputs.count > 2 { needed.inputs = inputs.dropFirst(2) }
        if let heldSignal { needed.heldSignal = heldSignal }
    }

    /// Creates the upstream of a tracked observable, whose node holds what its closure has read.
    @usableFromInline
    init(tracking node: ChangingNode) {
        withRunner { $0.maker?.made(node) }
        ownNode = node
        super.init(isSource: false)
    }

    /// Runs on any thread: it passes its references on to be released and touches nothing else.
    deinit {
        guard first != nil || others != nil else { return }
        withThread { thread in
            if let first { thread.discard(first) }
            if let second { thread.discard(second) }
            if let others = exchange(&others, with: nil) { thread.discard(Unmanaged.passRetained(others)) }
            thread.releaseDiscarded()
        }
    }

    private var needed: Others {
        if let others { return others }
        let made = Others()
        others = made
        return made
    }

    /// Follows another inner observable, and returns the previous one.
    func follow(_ inner: Upstream) -> Upstream? { exchange(&needed.inner, with: inner) }

    fileprivate var count: Int {
        let named = first == nil ? ownNode.tracked?.trackedCount ?? 0 : second == nil ? 1 : 2
        guard let others else { return named }
        return named + others.inputs.count + (others.inner == nil ? 0 : 1)
    }

    @inline(__always)
    fileprivate func forEach(_ body: (Upstream) -> Void) {
        if let first {
            first._withUnsafeGuaranteedRef(body)
        } else if let tracked = ownNode.tracked {
            return tracked.forEachUpstream(body)
        }
        if let second { second._withUnsafeGuaranteedRef(body) }
        if let others { forEachOther(of: others, body) }
    }

    @inline(never)
    private func forEachOther(of others: Others, _ body: (Upstream) -> Void) {
        for input in others.inputs { body(input) }
        if let inner = others.inner { body(inner) }
    }

    fileprivate func input(at index: Int) -> Upstream? {
        if index == 0, let first { return first.takeUnretainedValue() }
        if index == 1, let second { return second.takeUnretainedValue() }
        if let tracked = ownNode.tracked { return tracked.upstream(at: index) }
        guard let others else { return nil }
        let named = first == nil ? 0 : second == nil ? 1 : 2
        let position = others.inputs.startIndex + index - named
        return position < others.inputs.endIndex ? others.inputs[position] : others.inner
    }
}

extension Upstream {
    /// The node of the observable.
    @inlinable package final var node: Node {
        @inline(__always) get {
            isSource ? unsafeDowncast(self, to: Node.self) : unsafeDowncast(self, to: Derivation.self).ownNode
        }
    }

    /// Calls a closure with the node, which is not counted: this upstream keeps it.
    @inline(__always)
    final func withNode<Result>(_ body: (Node) -> Result) -> Result {
        let node: Unmanaged<Node> =
            isSource
            ? .passUnretained(unsafeDowncast(self, to: Node.self))
            : .passUnretained(unsafeDowncast(self, to: Derivation.self).ownNode)
        return node._withUnsafeGuaranteedRef(body)
    }

    /// Calls a closure with the derivation, which is not counted; returns nil for the upstream of a root, which has none.
    @inline(__always)
    private final func withDerivation<Result>(_ body: (Derivation) -> Result) -> Result? {
        if isSource { return nil }
        return Unmanaged.passUnretained(unsafeDowncast(self, to: Derivation.self))._withUnsafeGuaranteedRef(body)
    }

    final var aboveCount: Int { withDerivation { $0.count } ?? 0 }

    @inline(__always)
    final func forEachAbove(_ body: (Upstream) -> Void) { _ = withDerivation { $0.forEach(body) } }

    final func above(at index: Int) -> Upstream? { withDerivation { $0.input(at: index) } ?? nil }

    /// Returns the height of a node that reads these.
    @usableFromInline
    static func height(above inputs: [Upstream]) -> Int {
        var height = heightOfMaker
        for input in inputs { height = max(height, input.node.height) }
        return height + 1
    }

    /// Returns the height of a node that reads one or two.
    @usableFromInline
    static func height(above input: Upstream, and other: Upstream?) -> Int {
        max(heightOfMaker, input.node.height, other?.node.height ?? -1) + 1
    }

    private static var heightOfMaker: Int { withRunner { $0.maker?.height ?? -1 } }
}
