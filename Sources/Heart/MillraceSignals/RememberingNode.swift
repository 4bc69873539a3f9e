/// A derived node with a memory, from which it computes no more than has changed. It gives the memory up when nobody
/// observes it any more.
private final class RememberingNode: Node {
    private let forget: (Bool) -> AnyObject?

    init(
        cell: Cell,
        height: Int,
        compute: @escaping (Node) -> Bool,
        forget: @escaping (_ alsoValue: Bool) -> AnyObject?
    ) {
        self.forget = forget
        super.init(cell: cell, height: height, compute: compute)
    }

    override func becameUnlinked() {
        let thread = currentThread().takeUnretainedValue()
        // What is about to be read stays.
        let alsoValue = !thread.arePaused
        if let memory = forget(alsoValue) { thread.discard(Unmanaged.passRetained(memory)) }
        if alsoValue { computedFrom = 0 }
    }
}

extension Observable {
    /// Creates a derived observable whose computation remembers.
    ///
    /// - Parameters:
    ///   - inputs: What `compute` reads.
    ///   - box: Where `compute` puts the value.
    ///   - compute: Brings the box up to date, and tells whether the value is passed on. It is told whether to remember
    ///     anything: where nobody observes it is computed only because it is read.
    ///   - forget: Called when nobody observes any more. Returns what was remembered, to be let go; and the value,
    ///     where that is to be given up as well.
    @usableFromInline
    package convenience init(
        from inputs: [Upstream],
        box: Box<Value>,
        remembering compute: @escaping (_ node: Node, _ isKept: Bool) -> Bool,
        forget: @escaping (_ alsoValue: Bool) -> AnyObject?
    ) {
        let node = RememberingNode(
            cell: box,
            height: Upstream.height(above: inputs),
            compute: { node in
                let isKept = node.isLinked || withTurn { $0.isLinking }
                return compute(node, isKept)
            },
            forget: forget
        )
        withTurn { $0.maker?.made(node) }
        self.init(box: box, upstream: Derivation(node: node, inputs: inputs))
    }
}
