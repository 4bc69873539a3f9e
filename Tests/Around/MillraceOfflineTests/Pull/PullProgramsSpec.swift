import Foundation
import Millrace
import MillraceBase
import MillraceJournal
import MillraceOffline
import MillraceSimulation
import MillraceSpecs
import MillraceStorage
import TestSupport

private struct Lost: Error {}

/// A device with its network, its kills and its power failures; a server, and others who write to it.
private final class PullWorld {
    var random: SeededGenerator
    private var server = LabelServer()
    private let scheduler = TestScheduler()
    private let disk: SimulatedDisk
    private var store: Store<Labels>
    private var journal: Journal?
    private var observer: Subscription?
    private var isCalm = false
    private var lastText = 0

    /// How many entries are being sent, as the server sees it.
    private var sending = 0
    private(set) var problem: String?

    /// The newest version of each label that was shown where nothing waited, in this run.
    private var seen: [Int: Int] = [:]

    init(_ random: SeededGenerator) {
        self.random = random
        disk = SimulatedDisk(seed: self.random.next())
        store = Store(Labels(), on: Dispatcher(on: scheduler))
        start()
    }

    private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    private func note(_ problem: String) { self.problem = self.problem ?? problem }

    private func start() {
        (observer, journal, seen, sending) = (nil, nil, [:], 0)
        let dispatcher = Dispatcher(on: scheduler)
        let calls = disk.start(losing: PowerLoss.allCases.randomElement(using: &random))
        do {
            let folder = URL(fileURLWithPath: "/labels")
            let journal = try Journal(folder, on: dispatcher, syncing: .eachRecord, fileSystem: calls, smallSize: 4_000)
            self.journal = journal
            let sender = OutboxSender<LabelEdit>(
                limit: .random(in: 1...3, using: &random),
                random: .seeded(random.next()),
                durability: journal.durability
            ) { entry in
                try await self.save(entry)
            } catching: { _ in
                .later()
            }
            let source = PullSource<LabelNews>(every: .seconds(10)) { token in
                try await self.news(since: token)
            } catching: { _ in
                .failed("lost")
            }
            store = makeLabels(on: dispatcher, sender: sender, source: source)
            try journal.keep(store) {
                $0.table(\.labels, as: "labels")
                $0.outbox(\.outbox, as: "outbox")
                $0.pull(\.pull, as: "pull")
            }
        } catch {
            return note("\(error)")
        }
        observer = store.state.observe { [weak self] in self?.look(at: $0) }
        dispatcher.dispatch(OnLabels.begin)
    }

    /// What was known of a label that waits for nothing does not become older.
    private func look(at state: Labels) {
        for label in state.labels where state.outbox.status(of: label.id) == .saved {
            if label.version < seen[label.id] ?? 0 { note("\(label.id) is older than before") }
            seen[label.id] = max(label.version, seen[label.id] ?? 0)
        }
    }

    private func time() -> Duration { .milliseconds(isCalm ? 10 : Int.random(in: 0..<400, using: &random)) }
    private func loses() -> Bool { !isCalm && chance(15) }

    nonisolated(nonsending) private func save(
        _ entry: OutboxEntry<LabelEdit>
    ) async throws -> OutboxAnswer<LabelEdit.Reply> {
        let run = journal
        sending += 1
        defer { if run === journal { sending -= 1 } }
        try await scheduler.sleep(for: time())
        if loses() { throw Lost() }
        let reply = server.save(entry)
        if reply.label == nil { seen[entry.edit.subject] = max(reply.version, seen[entry.edit.subject] ?? 0) }
        try await scheduler.sleep(for: time())
        if loses() { throw Lost() }
        return .saved(reply)
    }

    nonisolated(nonsending) private func news(since token: Int?) async throws -> PullAnswer<LabelNews> {
        if sending > 0 { note("it asks while something is sent") }
        try await scheduler.sleep(for: time())
        if loses() { throw Lost() }
        let answer = server.news(since: token).map { PullAnswer.news($0) } ?? .forgotten
        try await scheduler.sleep(for: time())
        if loses() { throw Lost() }
        return answer
    }

    func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25: write { store.dispatcher.dispatch(OnLabels.write($0, $1)) }
        case 25..<45: write { server.write($0, $1) }
        case 45..<80: scheduler.advance(by: .milliseconds(Int.random(in: 0..<500, using: &random)))
        case 80..<85: scheduler.advance(by: .seconds(Int.random(in: 1..<20, using: &random)))
        case 85..<90: store.dispatcher.dispatch(OnLabels.hurry)
        case 90..<93: server.forget()
        case 93..<97: restart()
        default: disk.behaviour = .init(callsLeft: Int.random(in: 0...10, using: &random))
        }
        if disk.isStopped { restart() }
    }

    private func write(_ body: (Int, String?) -> Void) {
        lastText += 1
        body(Int.random(in: 1...3, using: &random), chance(25) ? nil : "\(lastText)")
    }

    private func restart() {
        disk.behaviour = .init()
        start()
    }

    /// Lets all come to its end. Returns what is wrong.
    func finish() -> String? {
        isCalm = true
        if disk.isStopped { restart() }
        disk.behaviour = .init()
        for _ in 0..<100 where problem == nil {
            scheduler.advance(by: .seconds(15))
            if store.state.value.outbox.counts.isAllSaved { break }
        }
        scheduler.advance(by: .seconds(30))
        if let problem { return problem }
        let state = store.state.value
        if !state.outbox.counts.isAllSaved { return "\(state.outbox) in the end" }
        let (shown, stored) = (state.labels.sorted { $0.id < $1.id }, server.labels.values.sorted { $0.id < $1.id })
        return shown == stored ? nil : "\(shown) is shown, and the server has \(stored)"
    }
}

/// Random edits here and elsewhere, lost requests and answers, forgotten tokens, kills and power failures: beside a server
/// that is a plain list.
final class PullProgramsSpec: Spec {
    func testSpec() {
        it("shows what the server has in the end, and nothing older in between") {
            runPrograms(200) { random in
                let world = PullWorld(random)
                for _ in 0..<80 { world.step() }
                random = world.random
                return world.finish()
            }
        }
    }
}
