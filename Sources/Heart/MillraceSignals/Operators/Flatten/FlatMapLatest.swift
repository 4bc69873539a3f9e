extension Observable {
    /// Follows the observable that `transform` makes of the present value.
    ///
    /// ![flatMapLatest, of an observable](marbles-flatmaplatest-of-an-observable.svg)
    ///
    /// ```swift
    /// let title = selectedID.flatMapLatest { id in documents.document(id).map(\.title) }
    /// ```
    ///
    /// Changes when this observable does, after switching to another inner observable, and when the inner one does; if
    /// both change in a turn, once. `transform` runs once per change of this observable. Observables that it makes rank
    /// above this one and do not compute in a turn that leaves them (law O2).
    ///
    /// The result keeps this observable alive and, while the result itself is kept, the inner one. Returning something
    /// that depends on the result is a precondition failure. O(1) per change, plus the cost of linking the inner
    /// observable.
    @inlinable
    public func flatMapLatest<Output>(
        _ transform: @escaping (Value) -> Observable<Output>
    ) -> Observable<Output> {
        let (input, output) = (box, Box<Output>())
        let switched = Switched<Output>()

        let switcher = SwitchNode(above: upstream) { node in
            let switcher = unsafeDowncast(node, to: SwitchNode.self)
            let inner = switcher.making { transform(input.value) }
            if let former = exchange(&switched.inner, with: inner.box) { letGoLater(former) }
            switched.follow(inner.upstream, above: switcher)
            return true
        }
        let result = Observable<Output>(from: Derivation(node: switcher, input: upstream), box: output) { node in
            output.write(switched.inner.unsafelyUnwrapped.value, of: node)
            return true
        }
        switched.lead(to: result.upstream)
        return result
    }
}

/// The state that the two nodes of a `flatMapLatest` share: the lower one switches, the upper one follows.
@usableFromInline
final class Switched<Output>: Switching {
    /// The storage of the inner observable. Set by the lower node, before the upper one computes.
    @exclusivity(unchecked) @usableFromInline var inner: Box<Output>?

    @usableFromInline
    override init() { super.init() }
}

/// The part of it that does not depend on the type of the values.
@usableFromInline
class Switching {
    /// The upper node and its upstream, both of which are below and not kept alive from here.
    @exclusivity(unchecked) private final var node: LightWeak<ComputedNode>?
    @exclusivity(unchecked) private final var upstream: LightWeak<Derivation>?

    @usableFromInline
    init() {}

    deinit {
        node?.release()
        upstream?.release()
    }

    /// Called once, with the upstream of the upper node.
    @usableFromInline
    final func lead(to result: Upstream) {
        upstream = LightWeak(unsafeDowncast(result, to: Derivation.self))
        node = LightWeak(unsafeDowncast(result.node, to: ComputedNode.self))
    }

    /// Switches to another inner observable, before the previous one can compute in this turn. The previous one is
    /// released when nothing computes any more, since a user's `deinit` may run.
    @usableFromInline
    final func follow(_ inner: Upstream, above switcher: Node) {
        withRunner { $0.linking(above: switcher) { follow(inner) } }
    }

    private final func follow(_ inner: Upstream) {
        if let upstream = upstream?.object, let former = upstream.follow(inner) { letGoLater(former) }
        guard let node = node?.object else { return }
        if node.isLinked {
            inner.link(in: node.home)
            node.relinkLast(to: inner.node)
        } else {
            node.computedFrom = 0
        }
    }
}

/// The lower node of a `flatMapLatest`. Nodes that its closure makes rank above it, even if it rises later, so that
/// they do not compute in a turn that leaves them.
@usableFromInline
final class SwitchNode: ComputedNode {
    private var made: [LightWeak<Node>] = []
    private var isMaking = false

    @usableFromInline
    init(above input: Upstream, compute: @escaping (Node) -> Bool) {
        super.init(cell: Cell(), height: Upstream.height(above: input, and: nil), compute: compute)
    }

    deinit { for node in made { node.release() } }

    override var kind: String { "flatMapLatest" }

    override var followers: [Node] { made.compactMap { $0.object } }

    /// A cycle that is found while linking the new inner observable means that it depends on the result.
    override func stopCycle() -> Never {
        guard !isMaking, let result = firstDependent?.pointee.target else { super.stopCycle() }
        result.takeUnretainedValue().stopSwitchCycle()
    }

    /// Runs the closure; the nodes that it makes rank above this one from now on.
    @usableFromInline
    func making<Result>(_ body: () -> Result) -> Result {
        for node in exchange(&made, with: []) { node.release() }
        isMaking = true
        defer { isMaking = false }
        return withRunner { $0.making(by: self, body) }
    }

    override func made(_ node: Node) { made.append(LightWeak(node)) }
}
