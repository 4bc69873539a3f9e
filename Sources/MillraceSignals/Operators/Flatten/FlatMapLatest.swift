extension Observable {
    /// An observable that follows the observable which `transform` makes of the present value.
    ///
    /// ```swift
    /// let title = selectedID.flatMapLatest { id in documents.document(id).map(\.title) }
    /// ```
    ///
    /// Changes when this one does, having switched to another inner observable, and when the inner one does; in a turn
    /// in which both change, once. `transform` runs once for each change of this one. Observables that it makes rank
    /// above this one and do not compute in a turn that leaves them (law O2).
    ///
    /// It keeps this observable and, while somebody keeps the result, the inner one. Returning something that depends
    /// on the result is a programmer's error. O(1) a change, and what linking the inner observable costs.
    public func flatMapLatest<Output>(
        _ transform: @escaping (Value) -> Observable<Output>
    ) -> Observable<Output> {
        let (input, output) = (box, Box<Output>())
        let switched = Switched<Output>()

        let switcher = SwitchNode(above: [upstream]) { node in
            let inner = unsafeDowncast(node, to: SwitchNode.self).making { transform(input.value) }
            withTurn { $0.linking(above: node) { switched.follow(inner) } }
            return true
        }
        let result = Observable<Output>(from: [Upstream(node: switcher, inputs: [upstream])], box: output) { node in
            output.write(switched.inner.unsafelyUnwrapped.value, of: node)
            return true
        }
        switched.upstream = result.upstream
        switched.node = result.upstream.node
        return result
    }
}

/// What the two nodes of a `flatMapLatest` share: the lower one switches, the upper one follows.
private final class Switched<Output> {
    /// Where the value of the inner observable lies. Set by the lower node, before the upper one computes.
    var inner: Box<Output>?

    /// The upper node and its upstream, both of which are below and not kept from here.
    weak var node: Node?
    weak var upstream: Upstream?

    /// Leaves the former inner observable for another, before the former one can compute in this turn.
    func follow(_ observable: Observable<Output>) {
        // What was followed before goes when nothing computes any more: a `deinit` of the user's may go with it.
        if let former = exchange(&inner, with: observable.box) { letGoLater(former) }
        if let upstream, let former = exchange(&upstream.inner, with: observable.upstream) { letGoLater(former) }
        guard let node else { return }
        if node.isLinked {
            observable.upstream.link(in: node.home)
            node.relinkLast(to: observable.upstream.node)
        } else {
            node.computedFrom = 0
        }
    }
}

/// The lower node of a `flatMapLatest`. What its closure makes ranks above it, also when it rises later, so that it
/// does not compute in a turn that leaves it.
final class SwitchNode: Node {
    private struct Made {
        weak var node: Node?
    }

    private var made: [Made] = []
    private var isMaking = false

    init(above inputs: [Upstream], compute: @escaping (Node) -> Bool) {
        super.init(cell: Cell(), height: Upstream.height(above: inputs), compute: compute)
    }

    override var kind: String { "flatMapLatest" }

    override var followers: [Node] { made.compactMap(\.node) }

    /// Met while it links what it has switched to, it is that which depends on the result.
    override func stopCircle() -> Never {
        guard !isMaking, let result = firstDependent?.pointee.target else { super.stopCircle() }
        result.takeUnretainedValue().stopSwitchCircle()
    }

    /// Runs the closure; the nodes that it makes follow this one from now on.
    func making<Result>(_ body: () -> Result) -> Result {
        made = []
        isMaking = true
        defer { isMaking = false }
        return withTurn { $0.making(by: self, body) }
    }

    override func made(_ node: Node) { made.append(Made(node: node)) }
}
