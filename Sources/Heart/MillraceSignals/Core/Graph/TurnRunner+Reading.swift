// Reading during whatever runs.

extension TurnRunner {
    /// Returns whether the value of a linked node is known to be the present one.
    ///
    /// While nodes compute, only those below the settled height are. While nodes wait, or an action is being handled,
    /// which may change sources, no node is: it has to be checked.
    func isPresent(_ node: Node) -> Bool {
        switch phase {
        case .spreading: node.height < settledHeight && !node.isDirty
        case .reading: hasSpread && phaseAroundReading != .spreading && thread.handling == nil
        case .idle, .collecting, .delivering: hasSpread && thread.handling == nil
        }
    }

    /// Whether no node waits, nor is about to.
    private var hasSpread: Bool { queue.isEmpty && lone == nil }

    /// Computes a node because its value is read: it may set the same values as in a turn.
    func computeOnRead(_ node: Node) -> Bool {
        let former = phase
        if former != .reading { phaseAroundReading = former }
        if former == .idle { origin = .passUnretained(node) }
        phase = .reading
        thread.pauseReleases()
        let passesOn = node.tracked.map(computeOnDemand) ?? node.runComputation()
        phase = former
        resumeReleases()
        return passesOn
    }

    /// Computes a tracked node out of its order. The nodes that its closure makes are not made by a closure that has read it.
    private func computeOnDemand(_ node: ChangingNode) -> Bool {
        node.isOnDemand = true
        defer { node.isOnDemand = false }
        return making(by: nil) { node.runComputation() }
    }

    /// Returns whether the visit in progress has brought a node up to date.
    func hasVisited(_ node: Node) -> Bool { presentTraversal != 0 && node.traversal == presentTraversal }

    /// Begins a visit of nodes, during which nothing is released: a `deinit` may read the nodes that are visited.
    func beginVisit() {
        markDependentsOfLone()
        thread.pauseReleases()
    }

    /// Ends a computation or a visit.
    func resumeReleases() {
        thread.resumeReleases()
        if phase == .idle, thread.hasLeftovers { _ = thread.letGoOfReplaced() }
    }

    /// Handles the previous value of an unlinked node that was computed because it was read: it is released at once if
    /// no other node computes.
    func letGoOfFormer(of node: Node) {
        if !thread.arePaused {
            node.cell.letGoOfKept()
        } else if let former = node.cell.takeKept() {
            thread.letGoLater(former)
        }
    }
}
