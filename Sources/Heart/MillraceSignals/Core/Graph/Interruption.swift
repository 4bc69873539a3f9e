// Two graphs with different homes may be used on one thread, one within the other: on a queue that is entered with
// `sync`, or behind a lock. Neither's turns wait for the other's: another state replaces the thread's meanwhile, with a
// `TurnRunner` of its own.

extension TurnRunner {
    /// Runs `body` with the runner of another home: one whose turns are over on return, or the one that runs for that
    /// home and is interrupted by this one. In the latter, values that are set wait, as law O5 requires.
    package func apart(in home: Home?, _ body: (TurnRunner) -> Void) {
        guard let other = interruptedRunner(of: home) else {
            return thread.interrupt { threadState().takeUnretainedValue().presentRunner._withUnsafeGuaranteedRef(body) }
        }
        resume(other, body)
    }

    /// Returns the runner of another home that waits for this one, if there is one for that home.
    func interruptedRunner(of home: Home?) -> TurnRunner? {
        guard isNested, !isIdle, isApart(home) else { return nil }
        return interruptedRunner { $0.origin != nil && !$0.isApart(home) }
    }

    /// Returns the interrupted runner of the very graph of a node, which is the first to be set in a batch apart: that
    /// would deliver it within its own delivery.
    func interruptedRunner(ofGraphOf node: Node) -> TurnRunner? {
        guard isNested, let root = node.home?.root else { return nil }
        return interruptedRunner { $0.origin?.takeUnretainedValue().home?.root === root }
    }

    private func interruptedRunner(where isWanted: (TurnRunner) -> Bool) -> TurnRunner? {
        thread.firstState { state in
            let runner = state.presentRunner.takeUnretainedValue()
            return runner !== self && !runner.isIdle && isWanted(runner)
        }?.presentRunner.takeUnretainedValue()
    }

    /// Whether another runner of this thread waits.
    var isNested: Bool { thread.isNested }

    /// Runs `body` with a waiting runner as that of the calling thread.
    func resume(_ other: TurnRunner, _ body: (TurnRunner) -> Void) {
        ThreadSlot.set(other.thread)
        defer { ThreadSlot.set(thread) }
        body(other)
    }

    /// Returns whether a node is known to live in another home than the running code.
    func isApart(_ node: Node) -> Bool {
        guard let origin else { return false }
        if origin.toOpaque() == Unmanaged.passUnretained(node).toOpaque() { return false }
        return origin._withUnsafeGuaranteedRef { node.isApart(from: $0) }
    }

    /// Returns whether a home is known to be different from that of the running code.
    package func isApart(_ home: Home?) -> Bool {
        guard let origin else { return false }
        return origin._withUnsafeGuaranteedRef { isApart(home, $0.home) }
    }

    private func isApart(_ home: Home?, _ other: Home?) -> Bool {
        if let home { return home.isApart(from: other) }
        return other?.isApart(from: nil) ?? false
    }
}
