import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import MillraceSimulation
import TestSupport

/// Words that are written at the end of a list, one of several.
private struct Words: OutboxEdit {
    var subject: Int
    var words: [Int]

    /// The words that the server has.
    typealias Reply = [Int]
}

private struct AppState: Equatable, Codable {
    var outbox = Outbox<Words>(device: "phone")

    /// The words that the user has written, by list, but for those that were given up.
    var written: [Int: [Int]] = [:]

    /// What the server has said last of each list.
    var versions: [Int: String] = [:]

    /// The keys of what was refused, as the user has seen them.
    var seen: Set<OutboxKey> = []
}

/// The user writes words, or decides what becomes of those that were refused, or the app begins.
private enum Do: Action {
    case write(list: Int, word: Int, isFolding: Bool)
    case retry(OutboxKey)
    case giveUp(OutboxKey)
    case giveUpAll(list: Int)
    case pull(list: Int, version: String)
    case hurry
    case begin
}

private struct Lost: Error {}

/// A server that knows what it has saved under which key. What it refuses it forgets: it may accept it another time.
private struct Server {
    private(set) var lists: [Int: [Int]] = [:]
    private(set) var versions: [Int: Int] = [:]
    private(set) var refused: Set<OutboxKey> = []

    /// What is wrong, if anything.
    private(set) var problem: String?

    private var saved: [OutboxKey: OutboxAnswer<[Int]>] = [:]
    private var received: [OutboxKey: OutboxEntry<Words>] = [:]
    private var keys: [Int: Set<OutboxKey>] = [:]

    /// The versions that others have made, by list.
    private var foreign: [Int: Set<Int>] = [:]

    mutating func receive(
        _ entry: OutboxEntry<Words>,
        mayRefuse: Bool,
        isLate: Bool = false
    ) -> OutboxAnswer<[Int]> {
        if let former = received[entry.key], former.edit != entry.edit || former.version != entry.version {
            problem = problem ?? "\(entry.key) was sent with other content"
        }
        received[entry.key] = entry
        // As a gateway does, which knows nothing of keys.
        if mayRefuse {
            if !isLate, saved[entry.key] == nil { refused.insert(entry.key) }
            return .refused("no")
        }
        if let answer = saved[entry.key] { return answer }
        return decide(entry)
    }

    /// What it has of an entry.
    func find(_ entry: OutboxEntry<Words>) -> OutboxAnswer<[Int]> { saved[entry.key] ?? .refused("not there") }

    /// What was saved under one key is not saved under another.
    private mutating func noteKey(_ key: OutboxKey, of word: Int) {
        for other in keys[word] ?? [] where other != key && saved[other] != nil {
            problem = problem ?? "\(word) was saved under \(other) and \(key)"
        }
        keys[word, default: []].insert(key)
    }

    private mutating func decide(_ entry: OutboxEntry<Words>) -> OutboxAnswer<[Int]> {
        let (list, present) = (entry.edit.subject, versions[entry.edit.subject] ?? 0)
        if let version = entry.version.flatMap({ Int($0) }), version != present {
            if !(foreign[list] ?? []).contains(where: { $0 > version }) {
                problem = problem ?? "\(entry.key) conflicts with the user's own edits"
            }
            refused.remove(entry.key)
            return .conflict(theirs: lists[list] ?? [], version: "\(present)")
        }
        for word in entry.edit.words { noteKey(entry.key, of: word) }
        lists[list, default: []] += entry.edit.words
        versions[list] = present + 1
        let answer = OutboxAnswer.saved(lists[list], version: "\(present + 1)")
        (saved[entry.key], refused) = (answer, refused.subtracting([entry.key]))
        return answer
    }

    mutating func editElsewhere(_ list: Int) {
        versions[list, default: 0] += 1
        foreign[list, default: []].insert(versions[list] ?? 0)
    }
}

/// An app with its server, its network and its crashes.
private final class World {
    var random: SeededGenerator
    var server = Server()
    var isCalm = false
    private var isOnline = true
    private let scheduler = TestScheduler()
    private let stub = JournalStub()
    private var lastWord = 0

    /// Where a journal keeps the app; nil where a stub does.
    private let disk: SimulatedDisk?
    private var journal: Journal?

    /// Why the journal has failed.
    private var trouble: String?

    /// What was sent and comes to the server some time, although nobody waits for the answer.
    private var late: [OutboxEntry<Words>] = []
    private var durable = AppState()
    private(set) var store: Store<AppState>
    private var observer: Subscription?

    init(_ random: SeededGenerator, isOnDisk: Bool) {
        self.random = random
        disk = isOnDisk ? SimulatedDisk(seed: self.random.next()) : nil
        store = Store(AppState(), on: Dispatcher(on: scheduler))
        start(AppState())
    }

    var state: AppState { store.state.value }

    private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private func start(_ state: AppState) {
        let dispatcher = Dispatcher(on: scheduler)
        if let disk { journal = boot(disk, on: dispatcher) }
        let ask: OutboxSender<Words>.Push = { entry in try await self.ask(entry) }
        let sender = OutboxSender<Words>(
            limit: .random(in: 1...4, using: &random),
            random: .seeded(random.next()),
            durability: journal?.durability ?? stub.durability,
            push: { entry in try await self.push(entry) },
            asking: Bool.random(using: &random) ? ask : nil,
            catching: { _ in .later() }
        )
        store = makeApp(state, sender, on: dispatcher)
        do {
            try journal?.keep(store) {
                $0.outbox(\.outbox, as: "outbox")
                $0.value(\.written, as: "written")
                $0.value(\.versions, as: "versions")
                $0.value(\.seen, as: "seen")
            }
        } catch {
            trouble = "\(error)"
        }
        stub.write()
        sync()
        observer = store.state.observe { [stub] _ in stub.write() }
        dispatcher.dispatch(Do.begin)
    }

    /// Opens the journal after a loss of power, or the end of the process alone.
    private func boot(_ disk: SimulatedDisk, on dispatcher: Dispatcher) -> Journal? {
        let calls = disk.start(losing: PowerLoss.allCases.randomElement(using: &random))
        do {
            let folder = URL(fileURLWithPath: "/journal")
            let journal = try Journal(folder, on: dispatcher, syncing: .never, fileSystem: calls, smallSize: 4_000)
            if chance(30) { disk.behaviour.failedSynchronizations = 4 }
            return journal
        } catch {
            trouble = "\(error)"
            return nil
        }
    }

    nonisolated(nonsending) private func push(_ entry: OutboxEntry<Words>) async throws -> OutboxAnswer<[Int]> {
        if !isOnline && !isCalm { return chance(50) ? .notDone() : .later() }
        do {
            try await scheduler.sleep(for: .milliseconds(Int.random(in: 0..<300, using: &random)))
        } catch {
            // The process is gone; what it has sent may be on its way.
            if chance(50) { late.append(entry) }
            throw error
        }
        if entry.prepared == nil, chance(10) { return .prepared([]) }
        let fate = isCalm ? 100 : Int.random(in: 0..<100, using: &random)
        if fate < 10 { throw Lost() }
        if fate < 20 {
            late.append(entry)
            throw Lost()
        }
        let answer = server.receive(entry, mayRefuse: !isCalm && chance(15))
        try await scheduler.sleep(for: .milliseconds(Int.random(in: 0..<300, using: &random)))
        if fate < 35 { throw Lost() }
        if fate < 38 { return .unknown("who knows") }
        if fate < 42 { return .later(after: .seconds(Int.random(in: 0..<20, using: &random))) }
        return answer
    }

    nonisolated(nonsending) private func ask(_ entry: OutboxEntry<Words>) async throws -> OutboxAnswer<[Int]> {
        if !isOnline && !isCalm { throw Lost() }
        let answer = server.find(entry)
        try await scheduler.sleep(for: .milliseconds(Int.random(in: 0..<300, using: &random)))
        if !isCalm, chance(20) { throw Lost() }
        return answer
    }

    /// The process ends. What was not durable is gone, and the rest is there in the next one.
    private func crash() {
        observer = nil
        disk?.stop()
        (store, journal) = (Store(AppState(), on: Dispatcher(on: scheduler)), nil)
        stub.crash()
        scheduler.advance()
        if disk != nil { return start(AppState()) }
        var next = durable
        if Bool.random(using: &random) {
            // As a journal does it: the entries as a table, and what the keys are made from.
            next.outbox = Outbox(device: "another")
            next.outbox.entries = durable.outbox.entries
            next.outbox.head = durable.outbox.head
        } else {
            next = (try? JSONDecoder().decode(AppState.self, from: JSONEncoder().encode(durable))) ?? AppState()
        }
        start(next)
    }

    private func sync() {
        durable = state
        stub.sync()
        // A disk may refuse, and then nobody is told that it has not.
        try? journal?.synchronize()
    }

    func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<30: write()
        case 30..<55: scheduler.advance(by: .milliseconds(Int.random(in: 0..<400, using: &random)))
        case 55..<60: scheduler.advance(by: .seconds(Int.random(in: 1..<20, using: &random)))
        case 60..<75: sync()
        case 75..<80: crash()
        case 80..<85: server.editElsewhere(.random(in: 0..<3, using: &random))
        case 85..<88: arrive()
        case 88..<90: isOnline.toggle()
        case 90..<92: store.dispatcher.dispatch(Do.hurry)
        case 92..<95: pull()
        default: decide()
        }
    }

    private func write() {
        lastWord += 1
        let list = Int.random(in: 0..<3, using: &random)
        store.dispatcher.dispatch(Do.write(list: list, word: lastWord, isFolding: chance(50)))
    }

    private func arrive() {
        guard let index = late.indices.randomElement(using: &random) else { return }
        _ = server.receive(late.remove(at: index), mayRefuse: chance(15), isLate: true)
    }

    private func pull() {
        let list = Int.random(in: 0..<3, using: &random)
        store.dispatcher.dispatch(Do.pull(list: list, version: "\(server.versions[list] ?? 0)"))
    }

    private func decide() {
        if let entry = state.outbox.unknown.first, chance(50) { return store.dispatcher.dispatch(Do.retry(entry.key)) }
        guard let entry = state.outbox.refused.first else { return }
        // What may come to the server still cannot be given up and be sure not to be there.
        switch entry.mayBeSaved ? 2 : Int.random(in: 0..<3, using: &random) {
        case 0: store.dispatcher.dispatch(Do.giveUp(entry.key))
        case 1: store.dispatcher.dispatch(Do.giveUpAll(list: entry.edit.subject))
        default: store.dispatcher.dispatch(Do.retry(entry.key))
        }
    }

    /// Lets everything come to its end. Returns what is wrong.
    func finish() -> String? {
        isCalm = true
        while !late.isEmpty { arrive() }
        for _ in 0..<1_000 where !state.outbox.entries.isEmpty {
            sync()
            scheduler.advance(by: .seconds(1))
            for entry in state.outbox.refused + state.outbox.unknown { store.dispatcher.dispatch(Do.retry(entry.key)) }
        }
        if let problem = trouble ?? server.problem { return problem }
        if !state.outbox.entries.isEmpty { return "\(state.outbox) in the end" }
        if state.outbox.counts != OutboxCounts() { return "\(state.outbox.counts) in the end" }
        for list in 0..<3 where (server.lists[list] ?? []) != (state.written[list] ?? []) {
            return "list \(list) is \(server.lists[list] ?? []) and not \(state.written[list] ?? [])"
        }
        let unseen = server.refused.subtracting(state.seen)
        return unseen.isEmpty ? nil : "nobody has seen that \(unseen) was refused"
    }
}

private func makeApp(_ state: AppState, _ sender: OutboxSender<Words>, on dispatcher: Dispatcher) -> Store<AppState> {
    Store(state, on: dispatcher) { store in
        store.on(Do.self) { state, action in
            func giveUp(_ entries: [OutboxEntry<Words>]) {
                for entry in entries { state.written[entry.edit.subject]?.removeAll(where: entry.edit.words.contains) }
            }
            switch action {
            case .write(let list, let word, let isFolding):
                state.written[list, default: []].append(word)
                state.outbox.add(Words(subject: list, words: [word]), version: state.versions[list]) {
                    isFolding ? Words(subject: list, words: $0.words + $1.words) : nil
                }
            case .retry(let key): state.outbox.retry(key)
            case .giveUp(let key): giveUp(state.outbox.discard(key).map { [$0] } ?? [])
            case .giveUpAll(let list): giveUp(state.outbox.discardAll(of: list))
            case .pull(let list, let version): state.versions[list] = version
            case .hurry: state.outbox.hurry()
            case .begin: break
            }
            return state.outbox.send(by: sender)
        }
        store.on(OutboxAnswered<Words>.self) { state, answered in
            let entry = state.outbox.take(answered)
            if let entry {
                switch answered.answer {
                case .saved(_, let version): state.versions[entry.edit.subject] = version
                case .conflict(_, let version):
                    state.versions[entry.edit.subject] = version
                    state.outbox.resolve(entry.key) { mine, _ in mine.edit }
                case .refused: state.seen.insert(entry.key)
                case .later, .notDone, .unknown, .keyInUse, .prepared, nil: break
                }
            }
            return state.outbox.send(by: sender)
        }
    }
}

/// Random edits, crashes, lost requests and answers, edits of others and refusals, beside a server that watches.
///
/// `MILLRACE_PROGRAMS=5000` runs more of them.
final class OutboxProgramsSpec: Spec {
    func testSpec() {
        it("loses nothing, sends nothing twice, and shows every refusal") {
            runPrograms(200) { random in
                let world = World(random, isOnDisk: false)
                for _ in 0..<80 { world.step() }
                random = world.random
                return world.finish()
            }
        }

        it("does so also where a journal keeps it, on a disk whose power fails") {
            runPrograms(100) { random in
                let world = World(random, isOnDisk: true)
                for _ in 0..<80 { world.step() }
                random = world.random
                return world.finish()
            }
        }
    }
}
