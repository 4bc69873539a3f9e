// The ways to run a turn. All have the same result, which `GraphProgramsSpec` compares with a naive one; the last is
// the general way, and the gain of the others is counted in instructions. `TurnPathsSpec` runs each.
//
// | way | when | gain |
// | --- | --- | --- |
// | `deliverAlone(_:)` | set while nothing runs: a node with observers and no dependents | a set: 180 → 143 |
// | `runTurn(computing:at:)` | the same: a node with one dependent and no observers | combine of two: 251 → 212 |
// | `runTurn(of:)` | set while nothing runs: a node with dependents | |
// | `spread(fromChanged:)` | part of a turn: a source has changed that has several dependents | 18,839 → 9,363 |
// | `runTurn(ofLone:)` | a batch, dispatch or first delivery has changed one node alone | a dispatch: 1,073 → 720 |
// | `runCascade()` | several were set; or a turn has left nodes, jobs, or values to release | |

extension TurnRunner {
    /// Runs the turn of a node that has observers and no dependents.
    @inline(never)
    func deliverAlone(_ node: Node) {
        notePath()
        node.isPending = true
        node.settledVersion = node.version
        phase = .delivering
        node.callOneOrMore()
        node.isPending = false
        if node.cell.keepsSettled { node.cell.letGoOfKept() }
        if hasMore { runCascade() }
        phase = .idle
    }

    /// Runs the turn of a node that has dependents.
    @inline(__always)
    func runTurn(of node: Node, dependents edge: UnsafeMutablePointer<Edge>) {
        guard edge.pointee.next == nil, node.first == nil, queue.isEmpty else { return runTurn(of: node) }
        edge.pointee.target._withUnsafeGuaranteedRef { runTurn(computing: $0, at: edge) }
    }

    /// Runs the turn of a node that has no observers, and this one as its only dependent. If that has no dependents, and
    /// nobody else is to be called, it is in no list.
    @inline(never)
    private func runTurn(computing node: Node, at edge: UnsafeMutablePointer<Edge>) {
        notePath()
        beginSpreading()
        _ = edge.pointee.notifiedTarget
        if recompute(node) {
            if node.firstDependent == nil, node.first != nil, !node.isPending, queue.isEmpty, pending.isEmpty {
                node.isPending = true
                node.settledVersion = node.version
                beginDelivering()
                node.deliver()
            } else {
                continueTurn(after: node)
            }
        } else if queue.isEmpty, pending.isEmpty {
            beginDelivering()
        } else {
            continueTurn()
        }
        if hasMore { runCascade() }
        phase = .idle
    }

    /// Computes the dependents of a node that has changed, and calls the observers.
    @inline(never)
    private func continueTurn(after node: Node? = nil) {
        if let node, let next = spread(from: node) { compute(startingAt: next) }
        finishTurn()
    }

    /// Runs the turn that the change of a source makes.
    @inline(never)
    private func runTurn(of node: Node) {
        notePath()
        beginSpreading()
        if let edge = node.firstDependent, edge.pointee.next == nil, queue.isEmpty {
            pending.append(node)
            compute(startingAt: edge.pointee.notifiedTarget)
        } else {
            spread(fromChanged: node)
        }
        finishTurn()
        if hasMore { runCascade() }
        phase = .idle
    }

    /// Runs the turn of the node that was lone, and that is all that a batch, a dispatch or a first delivery has
    /// changed: the same turn as if it had been set while nothing runs.
    @inline(never)
    func runTurn(ofLone lone: Unmanaged<Node>) {
        notePath()
        // The list of changed nodes has nothing else. This function keeps the node that it owned until the turn is
        // over.
        changed.removeOnly()
        let node = lone.takeRetainedValue()
        defer { withExtendedLifetime(node) {} }
        mayHaveMore = !jobs.isEmpty
        number &+= 1
        if let edge = node.firstDependent {
            runTurn(of: node, dependents: edge)
        } else if node.first != nil {
            deliverAlone(node)
        } else {
            endCollecting()
        }
    }
}

// MARK: - Collecting

extension TurnRunner {
    /// Runs `body`; everything that it sets is one turn, which is over on return unless a turn is already running.
    @inlinable
    package func collect<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard phase == .idle else { return try body() }
        phase = .collecting
        origin = nil
        defer { endCollecting() }
        return try body()
    }

    @usableFromInline
    func endCollecting() {
        guard hasMore else {
            phase = .idle
            return
        }
        if let node = takeLone() { runTurn(ofLone: node) } else { runCascade() }
    }
}
