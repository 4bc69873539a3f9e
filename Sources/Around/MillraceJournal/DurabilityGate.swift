import MillraceBase
import MillraceSignals
import MillraceStorage

/// Knows how far a journal is, on any thread.
final class DurabilityGate: Sendable {
    private struct Content {
        var progress: JournalProgress
        var waiters = Waiters<Void>()
    }

    let feed = ChangeFeed()
    private let content: Locked<Content>

    init(written: UInt64, durable: UInt64) {
        content = Locked(Content(progress: JournalProgress(written: written, durable: durable, hasUnwritten: false)))
    }

    var progress: JournalProgress { content.withLock(\.progress) }

    private func change(_ body: (inout JournalProgress) -> Void) {
        let waiters = content.withLock { content in
            body(&content.progress)
            return content.waiters.takeAll()
        }
        for waiter in waiters { waiter.resume() }
        feed.notify()
    }

    func noteUnwritten() { content.withLock { $0.progress.hasUnwritten = true } }

    func noteNothingToWrite() { change { $0.hasUnwritten = false } }

    func noteWritten(_ sequence: UInt64) {
        change {
            $0.hasUnwritten = false
            $0.written = max($0.written, sequence)
            // A failure that lasts is reported again.
            $0.failure = nil
        }
    }

    func note(failure error: any Error) {
        change { $0.failure = JournalProgress.Failure(reason: "\(error)") }
    }

    func note(_ progress: LogProgress) {
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
        // A change that is not written yet is in the next record.
        let present = progress
        let target = present.hasUnwritten ? present.written + 1 : present.written
        while !Task.isCancelled {
            let number: Int? = content.withLock {
                $0.progress.durable >= target || $0.progress.isAllDurable ? nil : $0.waiters.join()
            }
            guard let number else { return }
            await content.wait(in: \.waiters, as: number)
        }
    }
}
