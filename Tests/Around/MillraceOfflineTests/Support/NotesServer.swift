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

    /// What it says it has of an entry; nil if it cannot be asked.
    var question: ((OutboxEntry<NoteEdit>) throws -> OutboxAnswer<String>)?

    func sender(limit: Int = 4, jitter: Double = 0, _ durability: Durability = .immediate) -> OutboxSender<NoteEdit> {
        let ask: OutboxSender<NoteEdit>.Push = { entry in try await self.find(entry) }
        return OutboxSender(
            limit: limit,
            backoff: .exponential(.seconds(10), upTo: .seconds(60)),
            jitter: jitter,
            random: .seeded(1),
            durability: durability,
            push: { entry in try await self.receive(entry) },
            asking: question == nil ? nil : ask,
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

    nonisolated(nonsending) private func find(_ entry: OutboxEntry<NoteEdit>) async throws -> OutboxAnswer<String> {
        sent.append("\(scheduler.now / .seconds(1)) \(entry.key)?")
        try await scheduler.sleep(for: .seconds(1))
        return try question?(entry) ?? .later()
    }

    /// What was sent since this was asked last.
    func takeSent() -> [String] {
        defer { sent = [] }
        return sent
    }
}
