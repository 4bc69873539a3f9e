// A shortcut for a batch, a dispatch or an observer that changes a single node: its dependents are not marked and
// queued, but computed as if it had been set while nothing runs. Documentation/HowItIsFast.md says what it gains.
//
// Whoever would look for what is marked marks first: a visit, which reading and linking begin with, and a second change.
// A node that is unlinked meanwhile asks its inputs whether they are lone.

extension Turn {
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
