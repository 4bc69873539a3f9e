/// The nodes whose observers are to be called, linked through the nodes themselves, in the order in which they changed.
///
/// They are not counted, like those of a ``HeightQueue``. A source is kept by the code that has set it, or by
/// `TurnRunner.changed`.
struct PendingNodes {
    private var first: Unmanaged<Node>?
    private var last: Unmanaged<Node>?

    @inline(__always) var isEmpty: Bool { first == nil }

    /// Adds a node, unless it has no observers.
    @inline(__always)
    mutating func append(_ node: Node) {
        guard node.first != nil || node.cell.keepsFormer else { return }
        if node.isPending { return node.settleAgain() }
        node.isPending = true
        node.settledVersion = node.version
        let added = Unmanaged.passUnretained(node)
        if let last {
            last._withUnsafeGuaranteedRef { $0.nextPending = added }
        } else {
            first = added
        }
        last = added
    }

    /// Calls the observers of each node.
    func deliver() {
        var cursor = first
        while let found = cursor {
            found._withUnsafeGuaranteedRef { node in
                cursor = node.nextPending
                node.nextPending = nil
                node.deliver()
            }
        }
    }
}
