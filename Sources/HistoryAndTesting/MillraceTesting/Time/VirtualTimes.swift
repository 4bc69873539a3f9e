import MillraceBase

/// The test schedulers of a running spec, for its messages. It keeps none of them.
package final class VirtualTimes: Sendable {
    /// The list in which schedulers note themselves when they are made; nil outside of specs.
    @TaskLocal package static var current: VirtualTimes?

    private struct Entry: Sendable {
        weak let scheduler: TestScheduler?
    }

    private let entries = Locked<[Entry]>([])

    package init() {}

    func note(_ scheduler: TestScheduler) {
        entries.withLock { entries in
            entries.removeAll { $0.scheduler == nil }
            entries.append(Entry(scheduler: scheduler))
        }
    }

    /// The virtual time until the next work of the first scheduler that has some; nil if none has.
    package var timeToNext: Duration? {
        // Released outside the lock, where one is the last reference.
        let schedulers = entries.withLock { $0.compactMap(\.scheduler) }
        return schedulers.lazy.compactMap(\.timeToNext).first
    }
}
