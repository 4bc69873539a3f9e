import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import MillraceStorage
import MillraceTesting
import TestSupport

/// Law J5 where the end of a journal is damaged, and the sound part is opened.
final class J5DamageSpec: Spec {
    func testSpec() {
        describe("an outbox in a journal of which only the sound part is read") {
            let device = Device()
            afterEach { device.erase() }

            func run(onDamage: LogDamagePolicy = .refuse, _ body: (Store<NotesState>) -> Void) {
                let dispatcher = Dispatcher(on: TestScheduler())
                let notes = Store(NotesState(), on: dispatcher, name: "notes") { store in
                    store.on(Write.self) { state, action in
                        state.outbox.add(.write(action.note, action.text)) { $1 }
                    }
                }
                expect {
                    let journal = try Journal(device.folder, on: dispatcher, syncing: .eachRecord, onDamage: onDamage)
                    try journal.keep(notes) { $0.outbox(\.outbox, as: "outbox") }
                }.notTo(throwError())
                body(notes)
            }

            /// Writes a note in each of so many turns, and damages what the second one has written.
            func write(_ texts: String...) {
                var sizes: [Int] = []
                run { notes in
                    for (note, text) in texts.enumerated() {
                        notes.dispatcher.dispatch(Write(note: note, text: text))
                        sizes.append(device.tails.last.flatMap { try? Data(contentsOf: $0).count } ?? 0)
                    }
                }
                guard let tail = device.tails.last, var bytes = try? Data(contentsOf: tail) else { return }
                bytes[sizes[0] + 40] ^= 1
                expect { try bytes.write(to: tail) }.notTo(throwError())
            }

            it("makes no key that it has made behind the damage") {
                write("a", "b")
                run(onDamage: .openSoundPart) { notes in
                    notes.dispatcher.dispatch(Write(note: 7, text: "c"))
                    let keys = notes.state.value.outbox.entries.map(\.key.text)
                    expect(keys.first) == "phone-1"
                    expect(keys.count) == 2
                    expect(keys.last).notTo(equal("phone-2"))
                    expect(keys.last).to(beginWith("phone~"))
                }
                var kept: [OutboxKey] = []
                run { kept = $0.state.value.outbox.entries.map(\.key) }
                run { notes in
                    expect(notes.state.value.outbox.entries.map(\.key)) == kept
                    notes.dispatcher.dispatch(Write(note: 8, text: "d"))
                    expect(notes.state.value.outbox.entries.last?.key.text.hasSuffix("-2")) == true
                }
            }

            it("folds nothing into an entry that may have been sent behind the damage") {
                write("a", "b")
                run(onDamage: .openSoundPart) { notes in
                    notes.dispatcher.dispatch(Write(note: 0, text: "changed"))
                    expect(notes.state.value.outbox.entries.map(\.edit.text)) == ["a", "changed"]
                }
            }
        }
    }
}
