import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import MillraceTesting
import TestSupport

/// Edits that an older version of the program has left in the outbox.
final class CarriedOutboxSpec: Spec {
    private struct OldEdit: OutboxEdit {
        var note: Int
        var body: String
        var subject: Int { note }
        typealias Reply = String
    }

    private struct Add<Edit: OutboxEdit>: Action { let edit: Edit }

    func testSpec() {
        it("are carried with their keys and versions") {
            let device = Device()
            defer { device.erase() }
            func run<Edit: OutboxEdit>(
                _ keep: (inout JournalParts<Outbox<Edit>>) -> Void,
                _ body: (Store<Outbox<Edit>>) -> Void
            ) {
                let dispatcher = Dispatcher(on: TestScheduler())
                let journal = device.open(on: dispatcher)
                let store = Store(Outbox<Edit>(device: "phone"), on: dispatcher, name: "outbox") { store in
                    store.on(Add<Edit>.self) { $0.add($1.edit, version: "v7") }
                }
                expect { try journal.keep(store, keep) }.notTo(throwError())
                body(store)
            }
            var keys: [OutboxKey] = []
            run({ (parts: inout JournalParts<Outbox<OldEdit>>) in parts.outbox(\.self, as: "outbox") }) { store in
                for note in 1...2 { store.dispatcher.dispatch(Add(edit: OldEdit(note: note, body: "text \(note)"))) }
                keys = store.state.value.entries.map(\.key)
            }
            run({ (parts: inout JournalParts<Outbox<NoteEdit>>) in
                parts.outbox(\.self, as: "outbox", version: 2) { old in
                    let edit = try old.decode(OldEdit.self)
                    return .write(edit.note, "\(edit.body) of version \(old.version)")
                }
            }) { store in
                let entries = store.state.value.entries
                expect(entries.map(\.edit.text)).to(equal(["text 1 of version 1", "text 2 of version 1"]))
                expect(entries.map(\.key)).to(equal(keys))
                expect(entries.map(\.version)).to(equal(["v7", "v7"]))
            }
        }
    }
}
