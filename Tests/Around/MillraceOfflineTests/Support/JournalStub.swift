import MillraceBase
import MillraceOffline

/// What a journal is for an outbox: it counts the turns, and says which of them are durable.
///
/// Who waits is told when the spec syncs, or at once where everything is durable at once.
final class JournalStub: Sendable {
    private struct Content {
        var written = 0
        var durable = 0
        var waiting: [(turn: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let content = Locked(Content())

    /// The number of the last turn.
    var written: Int { content.withLock { $0.written } }

    /// How many wait.
    var waiting: Int { content.withLock { $0.waiting.count } }

    var durability: Durability {
        Durability {
            await withCheckedContinuation { continuation in
                let isDurable = self.content.withLock { content in
                    if content.durable < content.written { content.waiting.append((content.written, continuation)) }
                    return content.durable == content.written
                }
                if isDurable { continuation.resume() }
            }
        }
    }

    /// A turn was written.
    func write() { content.withLock { $0.written += 1 } }

    /// Everything that was written is durable.
    func sync() {
        let reached = content.withLock { content in
            content.durable = content.written
            defer { content.waiting = [] }
            return content.waiting
        }
        for waiter in reached { waiter.continuation.resume() }
    }

    /// The process is gone, and what waits in it.
    func crash() {
        let lost = content.withLock { content in
            content.written = content.durable
            defer { content.waiting = [] }
            return content.waiting
        }
        for waiter in lost { waiter.continuation.resume() }
    }
}
