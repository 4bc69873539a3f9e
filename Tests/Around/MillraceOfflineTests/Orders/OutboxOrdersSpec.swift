import Foundation
import Millrace
import MillraceHistory
import MillraceOffline
import MillraceSimulation
import MillraceSpecs
import MillraceStorage
import Synchronization
import TestSupport

/// Laws J5, J6 and J10 in every order: notes are written while others are on their way, answers are lost, edits are refused
/// and decided, and the program ends at any write of its journal.
final class OutboxOrdersSpec: Spec {
    struct Nothing: Action {}

    struct Notes: Equatable {
        var texts: [Int: String] = [:]
        var outbox = Outbox<NoteEdit>(device: "phone")
    }

    /// A server, and what it has seen that must not be.
    final class Server: Sendable {
        struct State: Equatable {
            /// The edits that were done, by their keys, and the notes as they are.
            var done: [OutboxKey: NoteEdit] = [:]
            var notes: [Int: String] = [:]

            /// The edits that have come, also those that were refused.
            var seen: [OutboxKey: NoteEdit] = [:]
            var onTheirWay: [Int] = []
            var wrong: [String] = []
        }

        let state = Mutex(State())

        func begin(_ entry: OutboxEntry<NoteEdit>) {
            state.withLock { state in
                if let edit = state.seen[entry.key], edit != entry.edit {
                    state.wrong.append("\(entry.key) is used twice")
                }
                state.seen[entry.key] = entry.edit
                if state.onTheirWay.contains(entry.edit.subject) {
                    state.wrong.append("two edits of one note at a time")
                }
                state.onTheirWay.append(entry.edit.subject)
            }
        }

        func end(_ subject: Int) {
            state.withLock { state in
                if let index = state.onTheirWay.firstIndex(of: subject) { state.onTheirWay.remove(at: index) }
            }
        }

        func save(_ entry: OutboxEntry<NoteEdit>) {
            state.withLock { state in
                guard state.done[entry.key] == nil else { return }
                state.done[entry.key] = entry.edit
                state.notes[entry.edit.subject] = entry.edit.text
            }
        }

        func has(_ key: OutboxKey) -> Bool { state.withLock { $0.done[key] != nil } }
    }

    private static func makeSender(
        to server: Server,
        _ outside: Outside,
        durability: Durability,
        asks: Bool
    ) -> OutboxSender<NoteEdit> {
        let ask: OutboxSender<NoteEdit>.Push = { entry in
            _ = try await outside.wait("is \(entry.key) there", for: [Outcome("is answered")])
            return server.has(entry.key) ? .saved() : .refused("it is not there")
        }
        return OutboxSender(
            backoff: .exponential(.seconds(1), upTo: .seconds(1)),
            jitter: 0,
            durability: durability,
            push: { entry in
                server.begin(entry)
                defer { server.end(entry.edit.subject) }
                let outcomes = [
                    Outcome("done"), Outcome("done, and its answer is lost", isFault: true),
                    Outcome("not done", isFault: true), Outcome("refused", isFault: true),
                ]
                let choice = try await outside.wait("\(entry.key) '\(entry.edit.text)'", for: outcomes)
                if choice < 2 { server.save(entry) }
                return [.saved(), .later(), .later(), .refused("no")][choice]
            },
            asking: asks ? ask : nil,
            catching: { .refused("\($0)") }
        )
    }

    /// - Parameter synchronize: Makes the effect that brings what has happened to the medium.
    private static func makeStore(
        _ sender: OutboxSender<NoteEdit>,
        on dispatcher: Dispatcher,
        synchronizing synchronize: @escaping () -> Effect = { .none }
    ) -> Store<Notes> {
        Store(Notes(), on: dispatcher, name: "notes") { store in
            store.on(Write.self) { state, action in
                state.texts[action.note] = action.text
                state.outbox.add(.write(action.note, action.text))
                return [state.outbox.send(by: sender), synchronize()]
            }
            store.on(OutboxAnswered<NoteEdit>.self) { state, answered in
                state.outbox.take(answered)
                return [state.outbox.send(by: sender), synchronize()]
            }
            store.on(Decide.self) { state, decision in
                switch decision {
                case .retry(let key, let text):
                    let note = state.outbox[key]?.edit.subject ?? 0
                    state.outbox.retry(key, as: text.map { .write(note, $0) })
                case .discard(let key): state.outbox.discard(key)
                default: break
                }
                return [state.outbox.send(by: sender), synchronize()]
            }
        }
    }

    /// What a user of notes expects, whatever happens.
    private static func expectNotes(_ world: World, _ server: Server, _ store: @escaping () -> Store<Notes>, asks: Bool)
    {
        world.compare("server") { server.state.withLock { $0 } }
        let outbox = { store().state.value.outbox }
        world.always("no key is used twice, and the edits of a note are sent one by one (J5)") {
            server.state.withLock { $0.wrong }
        } equals: {
            []
        }
        world.always("what is refused was not done (J10)") {
            outbox().refused.filter { server.has($0.key) }.map(\.key)
        } equals: {
            []
        }
        world.atRest("only what is to be decided, and what was made of it, waits (J6)") {
            outbox().entries.filter { $0.problem == nil }.allSatisfy { entry in
                outbox().entries.contains { $0.edit.subject == entry.edit.subject && $0.problem != nil }
            }
        }
        if asks { world.atRest("nothing is unknown that can be asked for (J10)") { outbox().unknown.isEmpty } }
        world.atRest("a note that waits for nothing is as it is at the server") {
            store().state.value.texts.allSatisfy { note, text in
                outbox().entries.contains { $0.edit.subject == note }
                    || server.state.withLock { $0.notes[note] } == text
            }
        }
    }

    func testSpec() {
        for asks in [false, true] {
            it("in every order, answers are lost and edits are refused\(asks ? ", and the server is asked" : "")") {
                let result = try explore(faults: 2) { world in
                    let server = Server()
                    let sender = Self.makeSender(to: server, world.outside, durability: .immediate, asks: asks)
                    let dispatcher = Dispatcher(on: world.scheduler)
                    let store = Self.makeStore(sender, on: dispatcher)
                    world.may("write a") { dispatcher.dispatch(Write(note: 1, text: "a")) }
                    world.may("write b") { dispatcher.dispatch(Write(note: 1, text: "b")) }
                    let key = {
                        store.state.value.outbox.refused.first?.key ?? store.state.value.outbox.unknown.first?.key
                    }
                    world.may("try again", if: { key() != nil }) {
                        if let key = key() { dispatcher.dispatch(Decide.retry(key, nil)) }
                    }
                    Self.expectNotes(world, server, { store }, asks: asks)
                    return Inspection(of: store)
                }
                expect(result.isComplete).to(beTrue())
            }
        }

        it("in every order, the program ends at a write, or the power fails") {
            let result = try explorePrograms(faults: Programs.areAll ? 1 : 0, ends: 1) { world in
                let (server, disk) = (Server(), SimulatedDisk(seed: 1))
                var phone: (journal: Journal, store: Store<Notes>)!
                var count = 0
                try world.program("phone") {
                    let dispatcher = Dispatcher(on: world.scheduler)
                    let system = disk.start(in: world, mayLose: [.everything])
                    let folder = URL(fileURLWithPath: "/notes")
                    let journal = try Journal(folder, on: dispatcher, syncing: .never, fileSystem: system)
                    let sender = Self.makeSender(to: server, world.outside, durability: journal.durability, asks: false)
                    let outside = world.outside
                    let store = Self.makeStore(sender, on: dispatcher) {
                        .run("synchronize", .latest) { _ in
                            _ = try await outside.wait("the disk synchronizes", for: [Outcome("done")])
                            try journal.synchronize()
                        } catching: { _ in
                            Nothing()
                        }
                    }
                    try journal.keep(store) { parts in
                        parts.value(\.texts, as: "texts")
                        parts.outbox(\.outbox, as: "outbox")
                    }
                    phone = (journal, store)
                    dispatcher.dispatch(Decide.start)
                    world.may("write", times: 2) {
                        count += 1
                        dispatcher.dispatch(Write(note: 1, text: "\(count)"))
                    }
                    return Inspection(of: store)
                }
                Self.expectNotes(world, server, { phone.store }, asks: false)
            }
            expect(result.isComplete).to(beTrue())
        }
    }
}
