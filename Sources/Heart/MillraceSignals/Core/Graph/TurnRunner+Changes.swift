// Changes of the graph from outside, and when their turn runs: at once, or with the running one.

extension TurnRunner {
    /// Notes that a node's value was replaced from outside, and runs the turn unless one will follow anyway.
    ///
    /// The frequent cases come first, and the others are in functions of their own, which are called last: so a set of
    /// a variable that is not observed saves no registers.
    @inline(never)
    @usableFromInline
    package func noteChange(of node: Node) {
        guard phase == .idle else {
            return phase == .collecting && origin == nil ? noteFirstChange(of: node) : noteChangeMeanwhile(of: node)
        }
        number &+= 1
        origin = .passUnretained(node)
        node.version &+= 1
        if number & TurnRunner.ownerCheckMask == 0 { return runTurnCheckingOwners(of: node) }
        if let edge = node.firstDependent { return runTurn(of: node, dependents: edge) }
        if node.first != nil { deliverAlone(node) }
    }

    /// Notes the first node that a batch, or a dispatch, sets: that is where its turn belongs.
    @inline(never)
    private func noteFirstChange(of node: Node) {
        thread.noteAnswer()
        if let other = interruptedRunner(ofGraphOf: node) { return resume(other) { $0.noteChange(of: node) } }
        // Kept by the list of changed nodes, for as long as the turn takes.
        origin = .passUnretained(node)
        guard changed.isEmpty, queue.isEmpty else { return noteChangeMeanwhile(of: node) }
        node.version &+= 1
        setLone(node)
    }

    /// Notes that a node's value was replaced while something runs.
    @inline(never)
    private func noteChangeMeanwhile(of node: Node) {
        thread.noteAnswer()
        // What a visit has visited may depend on it.
        presentTraversal = 0
        if isApart(node) { return apart(in: node.home) { $0.noteChange(of: node) } }
        if isComputing { node.requireUnobserved() }
        node.version &+= 1
        if !isComputing { changeLater(node) }
    }

    /// Notes that a node's value changed when it was read: its own observers are called in the next turn.
    func noteChangeOnRead(of node: Node) {
        markDependentsOfLone()
        node.version &+= 1
        queue.insertDependents(ofRead: node)
        if outerPhase == .spreading { pending.append(node) } else { leaveToNextTurn(node) }
    }

    /// Checks some owners of observations, and runs the turn of a node.
    @inline(never)
    private func runTurnCheckingOwners(of node: Node) {
        node.home?.checkSomeOwners()
        if let edge = node.firstDependent {
            runTurn(of: node, dependents: edge)
        } else if node.first != nil {
            deliverAlone(node)
        }
    }

    /// Calls an observer of a node for the first time. The values that it sets make the next turn, as with any
    /// observer.
    @usableFromInline
    package func deliverFirst(of node: Node, _ body: () -> Void) {
        guard phase == .idle else {
            return isApart(node) ? apart(in: node.home) { $0.deliverFirst(of: node, body) } : body()
        }
        phase = .delivering
        origin = .passUnretained(node)
        body()
        endCollecting()
    }
}
