/// Those who wait for an outcome that is the same for all of them.
///
/// A value to be kept under a lock. A task that waits joins first, under that lock, and gets its continuation later; in
/// between it may leave, or the outcome may come. Continuations are returned, to be resumed when the lock is free.
package struct Waiters<Outcome: Sendable>: Sendable {
    package typealias Continuation = CheckedContinuation<Outcome, Never>

    /// By number; nil for one who has no continuation yet.
    @usableFromInline var continuations: [Int: Continuation?] = [:]
    @usableFromInline var lastNumber = 0

    @inlinable
    package init() {}

    @inlinable package var isEmpty: Bool { continuations.isEmpty }

    /// Gives one who is about to wait a number.
    @inlinable
    package mutating func join() -> Int {
        lastNumber += 1
        continuations.updateValue(nil, forKey: lastNumber)
        return lastNumber
    }

    /// Lets one wait. Returns false if it has left meanwhile, or all have been taken.
    @inlinable
    package mutating func wait(_ continuation: Continuation, as number: Int) -> Bool {
        if continuations[number] == nil { return false }
        continuations[number] = .some(continuation)
        return true
    }

    /// Lets one go. `wasWaiting` is false if it has left before, or all have been taken.
    @inlinable
    package mutating func leave(_ number: Int) -> (wasWaiting: Bool, continuation: Continuation?) {
        guard let continuation = continuations.removeValue(forKey: number) else { return (false, nil) }
        return (true, continuation)
    }

    /// Takes all who wait, in the order in which they joined.
    @inlinable
    package mutating func takeAll() -> [Continuation] {
        // As a rule nobody waits, and looking through a dictionary takes a microsecond.
        if continuations.isEmpty { return [] }
        let present = continuations.sorted { $0.key < $1.key }
        continuations = [:]
        return present.compactMap(\.value)
    }
}

extension Locked {
    /// Waits as one who has joined under this lock, until all are taken. Returns at once if they were, and when the task
    /// is cancelled.
    package func wait(
        in waiters: WritableKeyPath<Content, Waiters<Void>> & Sendable,
        as number: Int
    ) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                if !withLock({ $0[keyPath: waiters].wait(waiter, as: number) }) { waiter.resume() }
            }
        } onCancel: {
            let waiter = withLock { $0[keyPath: waiters].leave(number).continuation }
            waiter?.resume()
        }
    }
}
