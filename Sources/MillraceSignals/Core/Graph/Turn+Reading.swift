// Reading in the midst of whatever runs.

extension Turn {
    /// Whether the value of a linked node is known to be the present one. While nodes compute, what is above the one
    /// that does may still be to follow, and while an action is handled what is above may be about to change; so only
    /// looking tells.
    func isPresent(_ node: Node) -> Bool {
        switch phase {
        case .spreading: node.height < settledHeight
        case .reading: queue.isEmpty && phaseAroundReading != .spreading && thread.dispatched == nil
        case .idle, .collecting, .delivering: queue.isEmpty && thread.dispatched == nil
        }
    }

    /// Computes a node because its value is read: what it may set is the same as in a turn.
    func computes(_ node: Node) -> Bool {
        let former = phase
        if former != .reading { phaseAroundReading = former }
        if former == .idle { origin = .passUnretained(node) }
        phase = .reading
        thread.pauseReleases()
        let passesOn = node.computes()
        phase = former
        resumeReleases()
        return passesOn
    }

    /// Nothing is let go while nodes are visited: a `deinit` may read what the visit has begun to look at.
    func beginVisit() { thread.pauseReleases() }

    func endVisit() { resumeReleases() }

    private func resumeReleases() {
        thread.resumeReleases()
        if phase == .idle, thread.hasLeftovers { _ = thread.letGoOfReplaced() }
    }

    /// A node that is not linked has computed, because it was read, and keeps the value before: it is let go at once
    /// where no other node computes.
    func letGoOfFormer(of node: Node) {
        if !thread.arePaused {
            node.cell.forgetKept()
        } else if let former = node.cell.takeKept() {
            thread.letGoLater(former)
        }
    }
}
