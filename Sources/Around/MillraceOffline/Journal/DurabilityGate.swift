import MillraceBase
import MillraceSignals
import MillraceStorage

/// Knows how far a journal is, on any thread.
final class DurabilityGate: Sendable {
    private struct Content {
        var written: UInt64
        var durable: UInt64
        var failure: JournalProgress.Failure?

        /// Whether something has happened that is not written yet: what waits, waits for the next record.
        var hasUnwritten = false
        var waiters = Waiters<Void>()

        var isAllDurable: Bool { !hasUnwritten && durable >= written }
    }

    let feed = ChangeFeed()
    private let content: Locked<Content>

    init(written: UInt64, durable: UInt64) { content = Locked(Content(written: written, durable: durable)) }

    var progress: JournalProgress {
        content.withLock {
            JournalProgress(
                written: $0.written,
                durable: $0.durable,
                hasUnwritten: $0.hasUnwritten,
                failure: $0.failure
            )
        }
    }

    private func change(_ body: (inout Content) -> Void) {
        let waiters = content.withLock { content in
            body(&content)
            return content.waiters.takeAll()
        }
        for waiter in waiters { waiter.resume() }
        feed.notify()
    }

    func noteUnwritten() { content.withLock { $0.hasUnwritten = true } }

    func noteNothingToWrite() { change { $0.hasUnwritten = false } }

    func noteWritten(_ sequence: UInt64, durable: UInt64) {
        change {
            $0.hasUnwritten = false
            $0.written = max($0.written, sequence)
            $0.durable = max($0.durable, durable)
            // What fails still is told again.
            $0.failure = nil
        }
    }

    func note(failure error: any Error) {
        change { $0.failure = JournalProgress.Failure(reason: "\(error)") }
    }

    func note(_ progress: AppendLog.Progress) {
        change {
            switch progress {
            case .durable(let sequence):
                $0.durable = max($0.durable, sequence)
                if !$0.hasUnwritten { $0.failure = nil }
            case .failed(let error):
                $0.failure = JournalProgress.Failure(reason: "\(error)")
            }
        }
    }

    /// Waits until all that has happened so far is durable. Returns at once when the task is cancelled.
    func waitUntilDurable() async {
        let target = content.withLock { $0.hasUnwritten ? $0.written + 1 : $0.written }
        while !Task.isCancelled {
            let number: Int? = content.withLock {
                $0.durable >= target || $0.isAllDurable ? nil : $0.waiters.join()
            }
            guard let number else { return }
            await content.wait(in: \.waiters, as: number)
        }
    }
}
