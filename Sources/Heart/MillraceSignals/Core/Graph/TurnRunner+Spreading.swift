// A change of one source while nothing runs. It never applies in a batch or during a turn, where nodes may be read that
// are still to be computed.

extension TurnRunner {
    /// Propagates the change that begins a turn.
    ///
    /// The dependents of height 1 depend on nothing but sources, of which only this one has changed. So they are
    /// computed at once, in the order in which the queue would hold them; their dependents wait in the queue.
    @inline(never)
    func spread(fromChanged node: Node) {
        guard node.height == 0, let edge = node.firstDependent, edge.pointee.next != nil, queue.isEmpty else {
            if let next = spread(from: node) { compute(startingAt: next) }
            return
        }
        notePath()
        pending.append(node)
        queue.insertFarDependents(ofSource: node)
        node.hasLostDependent = false
        var hasRisen = false
        var cursor = node.firstDependent
        while let edge = cursor {
            edge.pointee.target._withUnsafeGuaranteedRef { dependent in
                guard dependent.isDirty, !dependent.isQueued else { return }
                if dependent.height > 1 {
                    hasRisen = true
                    return
                }
                if dependent.traits.needAttention, putsOff(dependent) { return }
                dependent.isDirty = false
                guard dependent.runComputation() else { return }
                dependent.version &+= 1
                pending.append(dependent)
                queue.insertDependents(of: dependent)
            }
            // A computation has cancelled something: the edge may be gone.
            if node.hasLostDependent { break }
            cursor = edge.pointee.next
        }
        if hasRisen || node.hasLostDependent { queue.insertMarkedDependents(of: node) }
    }
}
