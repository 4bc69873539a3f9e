import MillraceBase

/// Lets a number of requests in at once. The others wait: those of a higher priority go first, then those that came
/// first.
final class RequestGate: Sendable {
    private struct State {
        var running = 0
        /// Those that wait, or are about to.
        var waiters = Waiters<Bool>()
        /// The numbers of those that wait, by priority. Who has left is still among them.
        var queues = RequestPriority.allCases.map { _ in Queue<Int>() }

        /// The next to come in, if there is room.
        mutating func next(_ limit: Int) -> Waiters<Bool>.Continuation? {
            guard running < limit else { return nil }
            for priority in queues.indices.reversed() {
                while let number = queues[priority].popFirst() {
                    guard let waiter = waiters.leave(number).continuation else { continue }
                    running += 1
                    return waiter
                }
            }
            return nil
        }
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = limit }

    /// Whether none is in and none waits.
    var isEmpty: Bool { state.withLock { $0.running == 0 && $0.waiters.isEmpty } }

    /// Waits until there is room. Returns false, at once, if the task is cancelled: it is not in then.
    func enter(_ priority: RequestPriority) async -> Bool {
        let number = state.withLock { state -> Int? in
            if state.running == limit || !state.waiters.isEmpty { return state.waiters.join() }
            state.running += 1
            return nil
        }
        guard let number else { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0, as: number, priority) }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.leave(number).continuation }
            waiter?.resume(returning: false)
        }
    }

    /// Makes room for another.
    func leave() {
        state.withLock { $0.running -= 1 }
        admit()
    }

    private func wait(_ waiter: Waiters<Bool>.Continuation, as number: Int, _ priority: RequestPriority) {
        let waits = state.withLock { state in
            let waits = state.waiters.wait(waiter, as: number)
            if waits { state.queues[priority.rawValue].append(number) }
            return waits
        }
        if waits { admit() } else { waiter.resume(returning: false) }
    }

    private func admit() {
        while let waiter = state.withLock({ $0.next(limit) }) { waiter.resume(returning: true) }
    }

    /// The place of one that is in, which leaves once.
    final class Place: Sendable {
        private let gate: Locked<RequestGate?>

        init(in gate: RequestGate) { self.gate = Locked(gate) }

        func leave() { gate.withLock { $0.take() }?.leave() }
    }
}
