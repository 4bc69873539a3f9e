import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs

@testable import ToDoList

final class ToDoStoreSpec: Spec {
    func testSpec() {
        let call = item("call", due: .on("2026-11-28"))
        let now = present().date

        describe("the store") {
            @TestState var tester = StoreTester { makeToDoStore(on: $0) }

            it("adds, edits and deletes an item, and nothing else") {
                tester.send(AddItem(item: call)) { $0.items = [call] }
                tester.send(AddItem(item: item("write"))) { $0.items.append(item("write")) }
                tester.send(finish(call, at: now)) { $0.items[id: "call"]?.finished = now }
                tester.send(postpone(call, to: nil)) { $0.items[id: "call"]?.due = nil }
                tester.send(EditItem(id: "call", edits: [.title("phone"), .notes("at noon")])) {
                    $0.items[id: "call"]?.title = "phone"
                    $0.items[id: "call"]?.notes = "at noon"
                }
                tester.send(delete(call)) { $0.items = [item("write")] }
            }

            it("changes nothing for an item that is gone, or there twice") {
                tester.send(AddItem(item: call)) { $0.items = [call] }
                tester.send(AddItem(item: item("call")))
                tester.send(finish(item("gone"), at: now))
                tester.send(delete(item("gone")))
            }
        }

        describe("undo") {
            @TestState var store = makeToDoStore(on: Dispatcher())
            @TestState var undo: UndoHistory!

            beforeEach { undo = makeUndoHistory(of: store) }

            func titles() -> [String] { store.state.value.items.map(\.title) }

            it("takes back each use case, and redo does it again") {
                let actions: [any Action] = [
                    AddItem(item: call), AddItem(item: item("write")), postpone(call, to: .on("2026-12-01")),
                    try rename(call, to: "phone"), changeNotes(of: call, to: "noon"), finish(call, at: now),
                    reopen(call),
                    delete(call),
                ]
                var states = [contents(store)]
                for action in actions {
                    store.dispatcher.dispatch(action)
                    states.append(contents(store))
                }
                for state in states.dropLast().reversed() {
                    undo.undo()
                    expect(contents(store)) == state
                }
                expect(undo.canUndo.value).to(beFalse())
                for state in states.dropFirst() {
                    undo.redo()
                    expect(contents(store)) == state
                }
                expect(undo.canRedo.value).to(beFalse())
            }

            it("makes no step of what changes nothing") {
                store.dispatcher.dispatch(reopen(call))
                expect(undo.canUndo.value).to(beFalse())
            }
        }

        it("restores any state from any other by edits") {
            var random = SeededGenerator(Seed.current)
            func anyState() -> ToDoState {
                var state = ToDoState()
                for name in ["a", "b", "c", "d", "e", "f"].shuffled(using: &random).prefix(
                    .random(in: 0...6, using: &random)
                ) {
                    state.add(item(name))
                    if Bool.random(using: &random) {
                        state.edit(name, [.notes("\(Int.random(in: 0...1, using: &random))")])
                    }
                    if Bool.random(using: &random) { state.edit(name, [.finished(now)]) }
                }
                return state
            }
            for _ in 0..<500 {
                let (one, other) = (anyState(), anyState())
                var restored = one
                restored.undo(from: one, to: other)
                expect(restored.items.sorted { $0.id < $1.id })
                    .to(equal(other.items.sorted { $0.id < $1.id }), description: "seed \(Seed.current)")
            }
        }

        /// The items, whatever their order.
        func contents(_ store: Store<ToDoState>) -> [ToDoItem] { store.state.value.items.sorted { $0.id < $1.id } }
    }
}
