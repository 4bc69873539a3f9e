// The work that a batch or a turn leaves: further turns, and jobs.

// MARK: - Jobs

extension TurnRunner {
    /// Queues a job that runs, as a turn of its own, before the outermost call that runs turns returns.
    ///
    /// - Parameter origin: The value of ``originOfJobs``, on any thread, when a job was asked for that had to wait: the
    ///   code that runs now did not ask for it. Nil for a job that is asked for now.
    @usableFromInline
    package func afterTurn(askedForAt origin: Origin? = nil, _ job: @escaping () -> Void) {
        thread.noteAnswer()
        let origin = origin ?? originOfJobs
        jobs.append(Job(depth: origin.cascade == cascade ? origin.depth : 1, run: job))
        mayHaveMore = true
    }

    /// Queues a job that runs when the present turn, or batch, is over, before all jobs that wait already: it notes the
    /// changes of the turn, and nothing else must have changed since.
    package func atEndOfTurn(_ job: @escaping () -> Void) {
        jobs.prepend(Job(depth: jobDepth, run: job))
        mayHaveMore = true
    }

    /// The origin of a job that is asked for now.
    package var originOfJobs: Origin { Origin(cascade: cascade, depth: jobDepth + 1) }
}

// MARK: - The cascade

extension TurnRunner {
    /// After more turns in a row than this, changes count as a cycle that never settles; and after more jobs, each of
    /// which was asked for by the one before.
    private static let turnLimit = 10_000

    /// Whether a turn, or a batch, may have left something to do: a node that has changed (waiting nodes come only with
    /// one), a job, or something to release.
    @inline(__always)
    var hasMore: Bool { mayHaveMore || thread.hasLeftovers }

    /// Continues when a turn has left something to do, until nothing is left; most turns leave nothing.
    @inline(never)
    func runCascade() {
        notePath()
        var turns = 1
        var suspects = CycleDetector()
        while true {
            if turns > TurnRunner.turnLimit, suspects.recur(with: changedNodes) {
                stopCycle(of: suspects.names, after: TurnRunner.turnLimit, thread.lastAnswer)
            }
            if beginNextTurn() {
                turns += 1
            } else if thread.letGoOfReplaced() {
                continue
            } else if runNextJob() {
                turns = 1
            } else {
                break
            }
            number &+= 1
            beginSpreading()
            if let node = takeLone() { node._withUnsafeGuaranteedRef(spread(fromChanged:)) }
            finishTurn()
        }
        (cascade, jobDepth) = (number, 0)
        mayHaveMore = false
        phase = .idle
        thread.releaseKeptAlive()
    }

    /// Makes the next turn of the values set meanwhile. Returns false if nothing was.
    private func beginNextTurn() -> Bool {
        if changed.isEmpty { return !queue.isEmpty }
        // The lone node is added when it is propagated.
        if lone == nil {
            changed.forEach { $0._withUnsafeGuaranteedRef { pending.append(unsafeDowncast($0, to: Node.self)) } }
        }
        thread.keepAlive(&changed)
        return true
    }

    private func runNextJob() -> Bool {
        guard let job = jobs.popFirst() else { return false }
        jobDepth = job.depth
        phase = .collecting
        // The job's turn belongs where its first change does. The node that began the last one may be gone.
        origin = nil
        job.run()
        if job.depth > TurnRunner.turnLimit, !changed.isEmpty {
            stopCycleOfJobs(changing: changedNodes.map(\.label), after: TurnRunner.turnLimit, thread.lastAnswer)
        }
        _ = beginNextTurn()
        return true
    }

    private var changedNodes: [Node] {
        var nodes: [Node] = []
        changed.forEach { nodes.append(unsafeDowncast($0.takeUnretainedValue(), to: Node.self)) }
        return nodes
    }
}
