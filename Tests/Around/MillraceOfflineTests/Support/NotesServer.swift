import Millrace
import MillraceOffline
import MillraceSpecs

/// A server that answers after a second, as the spec says, and notes what it was sent and when.
final class NotesServer {
    let scheduler = TestScheduler()
    let journal = JournalStub()

    /// What was sent: the time in seconds, the key, the text, the version, and which attempt it is.
    private(set) var sent: [String] = []

    /// What it answers.
    var answer: (OutboxEntry<NoteEdit>) throws -> OutboxAnswer<String> = { _ in .saved() }

    /// What it answers to those texts that it knows, and once only, before the rest is asked for.
    var answers: [String: [OutboxAnswer<String>]] = [:]

    func sender(limit: Int = 4, jitter: Double = 0, _ durability: Durability = .immediate) -> OutboxSender<NoteEdit> {
        OutboxSender(
            limit: limit,
            backoff: .exponential(.seconds(10), upTo: .seconds(60)),
            jitter: jitter,
            random: .seeded(1),
            durability: durability,
            push: { entry in try await self.receive(entry) },
            catching: { $0 is Unreachable ? .later() : .refused("\($0)") }
        )
    }

    struct Unreachable: Error {}

    nonisolated(nonsending) private func receive(
        _ entry: OutboxEntry<NoteEdit>
    ) async throws -> OutboxAnswer<String> {
        let version = entry.version.map { " of \($0)" } ?? ""
        sent.append("\(scheduler.now / .seconds(1)) \(entry.key) \(entry.edit.text)\(version) #\(entry.attempts)")
        try await scheduler.sleep(for: .seconds(1))
        if answers[entry.edit.text]?.isEmpty == false, let answer = answers[entry.edit.text]?.removeFirst() {
            return answer
        }
        return try answer(entry)
    }

    /// What was sent since this was asked last.
    func takeSent() -> [String] {
        defer { sent = [] }
        return sent
    }
}
