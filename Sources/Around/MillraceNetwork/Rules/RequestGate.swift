import MillraceBase
import MillraceSignals

/// Lets a number of requests in at once. The others wait: those of a higher priority go first, then those that came
/// first.
final class RequestGate: Sendable {
    private typealias Waiter = CheckedContinuation<Bool, Never>

    fileprivate struct State {
        var running = 0
        var lastNumber = 0
        /// Those that have a number and are about to wait.
        var arriving: Set<Int> = []
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        /// The numbers of those that wait, by priority. Who has left is still among them.
        var queues = RequestPriority.allCases.map { _ in Queue<Int>() }
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = limit }

    /// How many are in, and how many wait.
    var counts: (running: Int, waiting: Int) { state.withLock { ($0.running, $0.waiting.count + $0.arriving.count) } }

    /// Waits until there is room. Returns false, at once, if the task is cancelled: it is not in then.
    func enter(_ priority: RequestPriority) async -> Bool {
        let number = state.withLock { state -> Int? in
            if state.running < limit, state.waiting.isEmpty {
                state.running += 1
                return nil
            }
            state.lastNumber += 1
            state.arriving.insert(state.lastNumber)
            return state.lastNumber
        }
        guard let number else { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0, as: number, priority) }
        } onCancel: {
            leaveQueue(number)
        }
    }

    /// Makes room for another.
    func leave() {
        state.withLock { $0.running -= 1 }
        admit()
    }

    private func wait(_ waiter: Waiter, as number: Int, _ priority: RequestPriority) {
        let hasLeft = state.withLock { state in
            guard state.arriving.remove(number) != nil else { return true }
            state.waiting[number] = waiter
            state.queues[priority.rawValue].append(number)
            return false
        }
        if hasLeft { waiter.resume(returning: false) } else { admit() }
    }

    private func leaveQueue(_ number: Int) {
        let waiter = state.withLock { state in
            state.arriving.remove(number)
            return state.waiting.removeValue(forKey: number)
        }
        waiter?.resume(returning: false)
    }

    private func admit() {
        while let waiter = state.withLock({ $0.next(limit) }) { waiter.resume(returning: true) }
    }
}

extension RequestGate.State {
    /// The next to come in, if there is room.
    fileprivate mutating func next(_ limit: Int) -> CheckedContinuation<Bool, Never>? {
        guard running < limit else { return nil }
        for priority in queues.indices.reversed() {
            while let number = queues[priority].popFirst() {
                guard let waiter = waiting.removeValue(forKey: number) else { continue }
                running += 1
                return waiter
            }
        }
        return nil
    }
}
