import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import MillraceStorage
import MillraceTesting
import TestSupport

/// A local change and its entry in the outbox are one record (law J2).
final class J2OneRecordSpec: Spec {
    private struct Noted: Equatable {
        var texts: Table<Item> = []
        var outbox = Outbox<NoteEdit>(device: "phone")
    }

    private struct Count: Action {}

    private struct App {
        let dispatcher = Dispatcher(on: TestScheduler())
        let journal: Journal
        let notes: Store<Noted>
        let count: Store<Int>

        init(on device: Device) {
            journal = device.open(on: dispatcher)
            notes = Store(Noted(), on: dispatcher, name: "notes") { store in
                store.on(AddItem.self) { state, action in
                    state.texts.updateOrAppend(Item(id: action.id, text: action.text))
                    state.outbox.add(.write(action.id, action.text))
                }
            }
            count = Store(0, on: dispatcher, name: "count") { store in store.on(AddItem.self) { count, _ in count += 1 }
            }
            try? journal.keep(notes) {
                $0.table(\.texts, as: "texts")
                $0.outbox(\.outbox, as: "outbox")
            }
            try? journal.keep(count) { $0.value(\.self, as: "count") }
        }
    }

    func testSpec() {
        var device = Device()

        beforeEach { device = Device() }
        afterEach { device.erase() }

        it("is there whole or not at all, wherever the file ends, also if it is of two stores") {
            let app = App(on: device)
            for id in 1...3 { app.dispatcher.dispatch(AddItem(id: id, text: "text \(id)")) }
            let tail = device.tails.last
            let whole = tail.flatMap { try? Data(contentsOf: $0) } ?? Data()
            var counts: Set<Int> = []
            // The head of a file is on the medium before it has its name.
            let lengths = Array(stride(from: 64, to: whole.count, by: 7)) + [whole.count - 1, whole.count]
            for length in Programs.some(of: lengths) {
                let copy = device.copy()
                defer { copy.erase() }
                try? whole.prefix(length).write(to: copy.folder.appending(path: tail?.lastPathComponent ?? ""))
                let app = App(on: copy)
                let (notes, count) = (app.notes.state.value, app.count.state.value)
                expect(notes.outbox.entries.map(\.edit.text)).to(equal(notes.texts.map(\.text)))
                expect(notes.texts.count).to(equal(count))
                counts.insert(count)
            }
            if Programs.areAll { expect(counts).to(equal([0, 1, 2, 3])) }
        }

        it("is one for all dispatches of a batch") {
            let app = App(on: device)
            let before = app.journal.writtenTurn
            batch { for id in 1...3 { app.dispatcher.dispatch(AddItem(id: id, text: "text")) } }
            expect(app.journal.writtenTurn).to(equal(before + 1))
            app.dispatcher.dispatch(AddItem(id: 4, text: "text"))
            expect(app.journal.writtenTurn).to(equal(before + 2))
            app.dispatcher.dispatch(Count())
            expect(app.journal.writtenTurn).to(equal(before + 2))
        }

        it("is one for each of the dispatches that an observer makes") {
            let app = App(on: device)
            let before = app.journal.writtenTurn
            let observation = app.count.state.changes.observe { count in
                if count == 1 { for id in 2...3 { app.dispatcher.dispatch(AddItem(id: id, text: "text")) } }
            }
            app.dispatcher.dispatch(AddItem(id: 1, text: "text"))
            expect(app.journal.writtenTurn).to(equal(before + 3))
            withExtendedLifetime(observation) {}
        }

        it("makes no key twice, also if the entry of the last one is gone") {
            var app: App? = App(on: device)
            app?.dispatcher.dispatch(AddItem(id: 1, text: "a"))
            let first = app?.notes.state.value.outbox.entries.first?.key
            app = nil
            app = App(on: device)
            app?.dispatcher.dispatch(AddItem(id: 2, text: "b"))
            let keys = app?.notes.state.value.outbox.entries.map(\.key) ?? []
            expect(keys.count).to(equal(2))
            expect(keys.first).to(equal(first))
            expect(Set(keys).count).to(equal(2))
        }
    }
}
