// Two shortcuts for a change of a single node. Documentation/HowItIsFast.md says what they gain.

// MARK: - A set while nothing runs

// It never applies in a batch or during a turn, where nodes may be read that are still to be computed.

extension Turn {
    /// Propagates the change that begins a turn.
    ///
    /// The dependents of height 1 depend on nothing but sources, of which only this one has changed. So they are
    /// computed at once, in the order in which the queue would hold them; what depends on them waits in the queue.
    @inline(never)
    func spread(fromChanged node: Node) {
        guard node.height == 0, let edge = node.firstDependent, edge.pointee.next != nil, queue.isEmpty else {
            if let next = spread(from: node) { compute(startingAt: next) }
            return
        }
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
                dependent.isDirty = false
                guard dependent.computes() else { return }
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

// MARK: - A lone change

// If a batch, a dispatch or an observer changes a single node, its dependents are not marked and queued, but computed
// as if it had been set while nothing runs. Whoever would look for what is marked marks first: a visit, which reading
// and linking begin with, and a second change. A node that is unlinked meanwhile asks its inputs whether they are lone.

extension Turn {
    /// Runs the turn of the node that was lone, and that is all that a batch, a dispatch or a first delivery has
    /// changed: the same turn as if it had been set while nothing runs.
    @inline(never)
    func runTurn(ofLone lone: Unmanaged<Node>) {
        // The list of what has changed has nothing else. What it owned is kept by this function until the turn is over.
        changed.giveUpOnly()
        let node = lone.takeRetainedValue()
        defer { withExtendedLifetime(node) {} }
        mayHaveMore = !jobs.isEmpty
        number &+= 1
        if node.firstDependent != nil {
            runTurn(of: node)
        } else if node.first != nil {
            deliverAlone(node)
        } else {
            endCollecting()
        }
    }

    /// Marks and queues the dependents of the lone node, which is none any more.
    @inline(__always)
    func markLone() {
        guard let node = takeLone() else { return }
        node._withUnsafeGuaranteedRef { queue.insertDependents(of: $0) }
    }

    /// Returns the lone node, which is none any more.
    @inline(__always)
    func takeLone() -> Unmanaged<Node>? {
        guard let node = exchange(&lone, with: nil) else { return nil }
        node._withUnsafeGuaranteedRef { $0.isLone = false }
        return node
    }
}
