import Foundation

// Two graphs with different homes may be used on one thread, one within the other: on a queue that is entered with
// `sync`, or behind a lock. Neither's turns wait for the other's: another state replaces the thread's meanwhile, with a
// turn of its own.

extension Turn {
    /// Runs `body` with another turn as that of the calling thread.
    func separately<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try thread.interrupt(body)
    }

    /// Runs `body` with the turn of another home: one that is over on return, or the one that runs for that home and is
    /// interrupted by this one. In the latter, what is set waits, as law O5 requires.
    package func apart(in home: Home?, _ body: (Turn) -> Void) {
        guard let other = interruptedTurn(of: home) else { return separately { withTurn(body) } }
        resume(other, body)
    }

    /// Returns the turn of another home that waits for this one, if there is one for that home.
    func interruptedTurn(of home: Home?) -> Turn? {
        guard isNested, !isIdle, isApart(home) else { return nil }
        var next = thread.lastInterrupting
        while let state = next {
            let turn = state.runningTurn.takeUnretainedValue()
            if turn !== self, !turn.isIdle, turn.origin != nil, !turn.isApart(home) { return turn }
            next = state.interrupted?.takeUnretainedValue()
        }
        return nil
    }

    /// Returns the interrupted turn of the very graph of a node, which is the first to be set in a batch apart: that
    /// would deliver it within its own delivery.
    func interruptedTurn(ofGraphOf node: Node) -> Turn? {
        guard isNested, let root = node.home?.root else { return nil }
        var next = thread.lastInterrupting
        while let state = next {
            let turn = state.runningTurn.takeUnretainedValue()
            if turn !== self, !turn.isIdle, turn.origin?.takeUnretainedValue().home?.root === root { return turn }
            next = state.interrupted?.takeUnretainedValue()
        }
        return nil
    }

    /// Whether other turns of this thread wait.
    var isNested: Bool { thread.isNested }

    /// Runs `body` with a waiting turn as that of the calling thread.
    func resume(_ other: Turn, _ body: (Turn) -> Void) {
        ThreadSlot.set(other.thread)
        defer { ThreadSlot.set(thread) }
        body(other)
    }

    /// Returns whether a node is known to live elsewhere than what runs.
    func isApart(_ node: Node) -> Bool {
        guard let origin else { return false }
        if origin.toOpaque() == Unmanaged.passUnretained(node).toOpaque() { return false }
        return origin._withUnsafeGuaranteedRef { node.isApart(from: $0) }
    }

    /// Returns whether a home is known to be different from that of what runs.
    package func isApart(_ home: Home?) -> Bool {
        guard let origin else { return false }
        return origin._withUnsafeGuaranteedRef { isApart(home, $0.home) }
    }

    private func isApart(_ home: Home?, _ other: Home?) -> Bool {
        if let home { return home.isApart(from: other) }
        return other?.isApart(from: nil) ?? false
    }
}

#if DEBUG
extension Turn {
    /// Reports, once per graph, that its turn may be postponed until a turn of the main actor is over although it
    /// belongs elsewhere: it was used off the main actor, and its home is not known.
    func tellOfForeignTurn(_ node: Node) {
        guard let home = node.home, home.isUsedElsewhere, thread.isOnMain else { return }
        guard origin?.takeUnretainedValue().home?.root === Home.main, home.isFirstTelling() else { return }
        let message = """
            Variable.value: \(node.label) was set by an observer of the main actor's, and was used off the main actor \
            before; its observers are called after that turn. To fix: where it is used under a lock or on a queue, make \
            it with a home of its own, as in Variable(0, in: Home()), or set it within `separately`.

            """
        FileHandle.standardError.write(Data(message.utf8))
    }
}
#endif
