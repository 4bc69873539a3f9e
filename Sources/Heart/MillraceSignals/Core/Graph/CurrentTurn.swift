// The turn of the calling thread, and what modules above signals reach through it.

/// Returns the calling thread's turn, made at its first use. Finding it costs one thread-local look-up.
///
/// The reference is borrowed: see ``currentThread()``.
@usableFromInline
package func currentTurn() -> Unmanaged<Turn> { currentTurnHere() }

@inline(__always)
private func currentTurnHere() -> Unmanaged<Turn> {
    // The main thread's is found without its state; all else is in a function of its own, so that no registers are
    // saved.
    if let turn = ThreadSlot.turnOfMainThread { return .fromOpaque(turn) }
    return findTurn()
}

@inline(never)
private func findTurn() -> Unmanaged<Turn> { threadState()._withUnsafeGuaranteedRef { $0.runningTurn } }

/// Notes that a node's value was replaced from outside, and runs the turn unless one will follow anyway. One call, and
/// not two, since this is in every assignment.
@usableFromInline
package func nodeChanged(_ node: Node) {
    currentTurnHere()._withUnsafeGuaranteedRef { $0.changed(node) }
}

/// Calls `body` with the calling thread's turn, without counting references.
@inlinable
@inline(__always)
package func withTurn<Result>(_ body: (Turn) -> Result) -> Result {
    currentTurn()._withUnsafeGuaranteedRef(body)
}

extension ThreadState {
    /// The turn that runs on this thread.
    @inline(__always)
    var runningTurn: Unmanaged<Turn> {
        guard let turn else { return makeTurn() }
        return .fromOpaque(turn.toOpaque())
    }

    @inline(never)
    private func makeTurn() -> Unmanaged<Turn> {
        let made = Unmanaged.passRetained(Turn(on: self))
        turn = .fromOpaque(made.toOpaque())
        ThreadSlot.noteTurn(of: self)
        return made
    }
}

extension Turn {
    @usableFromInline package var isOnMainThread: Bool { thread.isOnMainThread }

    /// What handles an action on this thread: while there is something, a dispatch traps. It is the route whose handlers
    /// are called, or what asks middleware.
    ///
    /// A stored property with `package` access would have its accesses checked at run time (Swift 6.3).
    @inlinable package var handled: Unmanaged<AnyObject>? {
        get { thread.handled }
        set { thread.handled = newValue }
    }

    /// Notifies the trackers on this thread of an object that is being made.
    package func noteCreation(of object: AnyObject, named name: String? = nil) {
        thread.noteCreation(of: object, named: name)
    }
}
