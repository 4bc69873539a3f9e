import MillraceData
import MillraceFlux
import MillraceHistory
import MillraceSpecs
import TestSupport

private struct Sheet: Equatable {
    var fields: [Int: Int] = [:]
    var sent = Sent()

    /// What goes only forward.
    struct Sent: Equatable, Irreversible { var count = 0 }
}

/// The user sets a field; others do.
private struct Set: Action { let field: Int, value: Int }
private struct Receive: Action { let field: Int, value: Int }

/// Undo of what a step has changed, in a store to which changes come from elsewhere, too.
final class UndoStepsSpec: Spec {
    func testSpec() {
        @TestState var seen: [[Sheet]] = []

        func app(joins: Bool = false) -> (Store<Sheet>, UndoHistory) {
            let store = Store(Sheet(), on: Dispatcher()) { store in
                store.on(Set.self) { sheet, action in
                    sheet.fields[action.field] = action.value
                    sheet.sent.count += 1
                }
                store.on(Receive.self) { $0.fields[$1.field] = $1.value }
            }
            let undo = UndoHistory(on: store.dispatcher, limit: 20) { undo in
                undo.track(store) { present, from, to in
                    seen.append([present, from, to])
                    for field in Swift.Set(from.fields.keys).union(to.fields.keys)
                    where from.fields[field] != to.fields[field] && present.fields[field] == from.fields[field] {
                        present.fields[field] = to.fields[field]
                    }
                }
                undo.step(Set.self) { joins && $0.field == $1.field }
            }
            return (store, undo)
        }
        func set(_ field: Int, _ value: Int, _ store: Store<Sheet>) {
            store.dispatcher.dispatch(Set(field: field, value: value))
        }
        func receive(_ field: Int, _ value: Int, _ store: Store<Sheet>) {
            store.dispatcher.dispatch(Receive(field: field, value: value))
        }

        it("takes back what the step has changed, and leaves what has changed since") {
            let (store, undo) = app()
            set(1, 1, store)
            set(2, 1, store)
            receive(1, 7, store)
            receive(3, 7, store)
            undo.undo()
            expect(store.state.value.fields) == [1: 7, 3: 7]
            undo.undo()
            expect(store.state.value.fields) == [1: 7, 3: 7]
            expect(undo.canUndo.value) == false
        }

        it("does a step again, whatever has come in between") {
            let (store, undo) = app()
            set(1, 1, store)
            undo.undo()
            receive(2, 7, store)
            expect(undo.canRedo.value) == true
            undo.redo()
            expect(store.state.value.fields) == [1: 1, 2: 7]
            undo.undo()
            expect(store.state.value.fields) == [2: 7]
        }

        it("leaves what came between the actions of one step") {
            let (store, undo) = app(joins: true)
            set(1, 1, store)
            set(1, 2, store)
            receive(2, 7, store)
            set(1, 3, store)
            undo.undo()
            expect(store.state.value.fields) == [2: 7]
            expect(undo.canUndo.value) == false
            undo.redo()
            expect(store.state.value.fields) == [1: 3, 2: 7]
        }

        it("hands over what goes only forward as it is at present") {
            let (store, undo) = app()
            set(1, 1, store)
            set(2, 1, store)
            seen = []
            undo.undo()
            undo.redo()
            expect(store.state.value.sent.count) == 2
            expect(seen).toNot(beEmpty())
            expect(seen.joined().map(\.sent.count)).to(allPass(equal(2)))
        }

        it("does so beside a list of what the user has done") {
            runPrograms(300) { random in
                let (store, undo) = app()
                var fields: [Int: Int] = [:]
                var (done, undone): ([(field: Int, from: Int?, to: Int?)], [(field: Int, from: Int?, to: Int?)]) = (
                    [], []
                )
                for _ in 0..<40 {
                    let (field, value) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<3, using: &random))
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0, 1:
                        if fields[field] != value {
                            done.append((field, fields[field], value))
                            (undone, fields[field]) = ([], value)
                            if done.count > 20 { done.removeFirst() }
                        }
                        set(field, value, store)
                    case 2:
                        fields[field] = value
                        receive(field, value, store)
                    case 3:
                        if let last = done.popLast() {
                            undone.append(last)
                            if fields[last.field] == last.to { fields[last.field] = last.from }
                        }
                        undo.undo()
                    default:
                        if let last = undone.popLast() {
                            done.append(last)
                            if fields[last.field] == last.from { fields[last.field] = last.to }
                        }
                        undo.redo()
                    }
                    if store.state.value.fields != fields { return "\(store.state.value.fields), not \(fields)" }
                    if undo.canUndo.value == done.isEmpty { return "it can\(done.isEmpty ? "" : "not") undo" }
                    if undo.canRedo.value == undone.isEmpty { return "it can\(undone.isEmpty ? "" : "not") redo" }
                }
                return nil
            }
        }
    }
}
