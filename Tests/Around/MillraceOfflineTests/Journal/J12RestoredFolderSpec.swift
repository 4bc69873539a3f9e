import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import MillraceStorage
import MillraceTesting
import MillraceSimulation
import TestSupport

/// Law J12: a folder that was restored from a backup is found out, and no key is used twice.
final class J12RestoredFolderSpec: Spec {
    func testSpec() {
        @TestState var server = NotesServer()
        @TestState var saved: [String: String] = [:]

        beforeEach {
            // A server that takes each key once, and answers a second edit under it as the first.
            server.answer = { entry in
                if saved[entry.key.text] == nil { saved[entry.key.text] = entry.edit.text }
                return .saved(saved[entry.key.text])
            }
        }

        /// Runs the app in a folder, until it is killed.
        func run(
            _ folder: URL,
            calls: FileSystem = .system,
            isSending: Bool = true,
            _ body: (Store<NotesState>) -> Void
        ) throws {
            let dispatcher = Dispatcher(on: server.scheduler)
            let journal = try Journal(folder, on: dispatcher, syncing: .eachRecord, fileSystem: calls)
            let notes = Store(NotesState(), on: dispatcher, name: "notes") { store in
                let sender = server.sender()
                func send(_ state: inout NotesState) -> Effect { isSending ? state.outbox.send(by: sender) : .none }
                store.on(Write.self) { state, action in
                    state.outbox.add(.write(action.note, action.text), folding: NoteEdit.fold)
                    return send(&state)
                }
                store.on(OutboxAnswered<NoteEdit>.self) { state, answered in
                    state.outbox.take(answered)
                    return send(&state)
                }
                store.on(Decide.self) { state, _ in send(&state) }
            }
            try journal.keep(notes) { $0.outbox(\.outbox, as: "outbox") }
            body(notes)
            server.scheduler.advance(by: .seconds(60))
            withExtendedLifetime(notes) {}
        }
        func write(_ text: String, of note: Int = 1) -> (Store<NotesState>) -> Void {
            { $0.dispatcher.dispatch(Write(note: note, text: text)) }
        }

        it("loses no edit where the folder is restored on a simulated disk") {
            let disk = SimulatedDisk(seed: Seed.current.value)
            let folder = URL(fileURLWithPath: "/log")
            try run(folder, calls: disk.start(), write("a"))
            let backup = disk.files
            try run(folder, calls: disk.start(), write("b"))
            expect(saved) == ["phone-1": "a", "phone-2": "b"]
            disk.files = backup
            try run(folder, calls: disk.start(), write("c"))
            expect(saved.values.sorted()) == ["a", "b", "c"]
            // And again, from the same backup.
            disk.files = backup
            try run(folder, calls: disk.start(), write("d"))
            expect(saved.values.sorted()) == ["a", "b", "c", "d"]
        }

        it("loses none where a real folder is copied, deleted and restored") {
            let device = Device()
            defer { device.erase() }
            try run(device.folder, write("a"))
            let backup = device.copy()
            defer { backup.erase() }
            try run(device.folder, write("b"))
            device.erase()
            try FileManager.default.copyItem(at: backup.folder, to: device.folder)
            try run(device.folder, write("c"))
            expect(saved.values.sorted()) == ["a", "b", "c"]
        }

        it("goes on with the same keys where nothing was restored") {
            let device = Device()
            defer { device.erase() }
            for text in ["a", "b", "c"] { try run(device.folder, write(text)) }
            expect(saved) == ["phone-1": "a", "phone-2": "b", "phone-3": "c"]
        }

        it("takes no refusal of what may have been sent since for an outcome, and folds nothing into it") {
            let disk = SimulatedDisk(seed: Seed.current.value)
            let folder = URL(fileURLWithPath: "/log")
            try run(folder, calls: disk.start(), isSending: false, write("a"))
            let backup = disk.files
            try run(folder, calls: disk.start()) { $0.dispatcher.dispatch(Decide.start) }
            expect(saved) == ["phone-1": "a"]
            disk.files = backup
            server.answers = ["a": [.refused("too long")]]
            server.question = { _ in .saved("a") }
            _ = server.takeSent()
            try run(folder, calls: disk.start(), write("b"))
            let sent = server.takeSent()
            expect(sent.map { $0.split(separator: " ").dropFirst().first ?? "" }.prefix(2)) == ["phone-1", "phone-1?"]
            expect(saved.values.sorted()) == ["a", "b"]
        }

        it("sends an edit again under a new key where the server says that the key is another edit's") {
            let store = makeNotes(on: Dispatcher(on: server.scheduler), sender: server.sender())
            server.answers["a"] = [.keyInUse]
            store.dispatcher.dispatch(Write(note: 1, text: "a"))
            store.dispatcher.dispatch(Write(note: 1, text: "b"))
            server.scheduler.advance(by: .seconds(60))
            let sent = server.takeSent().map { $0.split(separator: " ") }
            expect(sent.map { String($0[2]) }) == ["a", "a", "b"]
            expect(sent.map { $0[1].hasPrefix("phone~") }) == [false, true, false]
            // Not at once.
            expect(sent.map { String($0[0]) }) == ["0.0", "2.0", "3.0"]
            expect(store.state.value.outbox.counts.isAllSaved) == true
            store.dispatcher.dispatch(Write(note: 1, text: "c"))
            server.scheduler.advance(by: .seconds(1))
            expect(server.takeSent().first).to(contain("phone~"))
        }

        it("sends it under a third key where the second is another edit's, too; the same state gives the same keys") {
            let keys = (1...2).map { _ in
                let store = makeNotes(on: Dispatcher(on: server.scheduler), sender: server.sender())
                server.answers["a"] = [.keyInUse, .keyInUse]
                store.dispatcher.dispatch(Write(note: 1, text: "a"))
                server.scheduler.advance(by: .seconds(60))
                expect(store.state.value.outbox.counts.isAllSaved) == true
                return server.takeSent().map { String($0.split(separator: " ")[1]) }
            }
            expect(Set(keys[0])).to(haveCount(3))
            expect(keys[0]) == keys[1]
        }

        it("sends each entry with the version that the one before it has brought, until it was sent with one") {
            var outbox = Outbox<NoteEdit>(device: "phone")
            outbox.add(.write(1, "a"), version: "1")
            outbox.add(.write(1, "b"))
            outbox.distrust(as: "restored")
            server.answers["a"] = [.saved(version: "2")]
            server.answers["b"] = [.later(), .saved(version: "3")]
            let state = NotesState(outbox: outbox)
            let store = makeNotes(state, on: Dispatcher(on: server.scheduler), sender: server.sender())
            store.dispatcher.dispatch(Decide.start)
            server.scheduler.advance(by: .seconds(60))
            let sent = server.takeSent().map { $0.split(separator: " ", maxSplits: 2)[2] }
            expect(sent) == ["a of 1 #2", "b of 2 #2", "b of 2 #3"]
            expect(store.state.value.outbox.counts.isAllSaved) == true
        }

        it("may have been sent, also where the server had not done an attempt before the backup") {
            let store = makeNotes(on: Dispatcher(on: server.scheduler), sender: server.sender())
            server.answers["a"] = [.notDone()]
            store.dispatcher.dispatch(Write(note: 1, text: "a"))
            server.scheduler.advance(by: .seconds(1))
            var outbox = store.state.value.outbox
            expect(outbox.entries.map(\.mayBeSaved)) == [false]
            outbox.distrust(as: "restored")
            expect(outbox.entries.map(\.mayBeSaved)) == [true]
        }

        it("settles so what is asked for") {
            let unknown = OutboxEntry(
                OutboxKey("phone-1"),
                NoteEdit.write(1, "a"),
                attempts: 2,
                problem: .unknown("no")
            )
            var outbox = Outbox<NoteEdit>(device: "phone")
            outbox.add(unknown)
            let entry = outbox.settle(OutboxKey("phone-1"), as: .keyInUse)
            expect(entry?.key.text.hasPrefix("phone~")) == true
            expect(entry?.attempts) == 0
            expect(outbox.counts) == OutboxCounts(waiting: 1)
            expect(outbox.unknown).to(beEmpty())
        }

        it("distrusts a store that is kept first in a later run") {
            let disk = SimulatedDisk(seed: Seed.current.value)
            let folder = URL(fileURLWithPath: "/log")
            try run(folder, calls: disk.start(), write("a"))
            let backup = disk.files
            try run(folder, calls: disk.start(), write("b"))
            disk.files = backup
            // A run that keeps another store alone.
            let dispatcher = Dispatcher(on: TestScheduler())
            let todo = makeToDo(on: dispatcher)
            try Journal(folder, on: dispatcher, syncing: .eachRecord, fileSystem: disk.start()).keep(todo, keepToDo)
            todo.dispatcher.dispatch(AddItem(id: 1, text: "x"))
            try run(folder, calls: disk.start(), write("c"))
            expect(saved.values.sorted()) == ["a", "b", "c"]
        }
    }
}

extension NoteEdit {
    fileprivate static func fold(_ earlier: NoteEdit, _ later: NoteEdit) -> NoteEdit? { later }
}
