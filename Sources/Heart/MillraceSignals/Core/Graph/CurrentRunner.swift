// The runner of the calling thread's turns, and the functions that modules above signals reach through it.

/// Returns the runner of the calling thread's turns, made at its first use. Finding it costs one thread-local look-up.
///
/// The reference is borrowed: see ``currentThread()``.
@usableFromInline
package func currentRunner() -> Unmanaged<TurnRunner> { currentRunnerHere() }

@inline(__always)
private func currentRunnerHere() -> Unmanaged<TurnRunner> {
    // The main thread's is found without its state; all else is in a function of its own, so that no registers are
    // saved.
    if let runner = ThreadSlot.runnerOfMainThread { return .fromOpaque(runner) }
    return findRunner()
}

@inline(never)
private func findRunner() -> Unmanaged<TurnRunner> { threadState()._withUnsafeGuaranteedRef { $0.presentRunner } }

/// Notes that a node's value was replaced from outside, and runs the turn unless one will follow anyway. One call, and
/// not two, since this is in every assignment.
@usableFromInline
package func noteChange(of node: Node) {
    currentRunnerHere()._withUnsafeGuaranteedRef { $0.noteChange(of: node) }
}

/// Calls `body` with the runner of the calling thread's turns, without counting references.
@inlinable
@inline(__always)
package func withRunner<Result>(_ body: (TurnRunner) -> Result) -> Result {
    currentRunner()._withUnsafeGuaranteedRef(body)
}

extension TurnRunner {
    @usableFromInline package var isOnMainThread: Bool { thread.isOnMainThread }

    /// The object that handles an action on this thread: while there is one, a dispatch traps. It is the list whose
    /// handlers are called, or the chain that asks middleware.
    ///
    /// A stored property with `package` access would have its accesses checked at run time (Swift 6.3).
    @inlinable package var handling: Unmanaged<AnyObject>? {
        get { thread.handling }
        set { thread.handling = newValue }
    }

    /// Notifies the trackers on this thread of an object that is being made.
    package func noteCreation(of object: AnyObject, named name: String? = nil) {
        thread.noteCreation(of: object, named: name)
    }
}
