import MillraceApp
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import MillraceUI

private struct Note: Equatable {
    var draft = ""
    var count = 0
    var problem: String?
}

private struct Draft: Action, Equatable { var text: String }
private struct Add: Action {}
private struct Save: Action {}
private struct Saved: Action {}
private struct Open: Action { var id: Int }

@MainActor
private func makeNote(on dispatcher: Dispatcher, _ log: Log? = nil) -> Store<Note> {
    Store(Note(), on: dispatcher, name: "note") { store in
        store.on(Draft.self) { state, action in
            log?.texts.append(action.text)
            state.draft = String(action.text.prefix(4))
        }
        store.on(Add.self) { state, _ in state.count += 1 }
        store.on(Save.self) { _, _ in
            .run("save") {
                await Task.yield()
                return Saved()
            }
        }
        store.on(Saved.self) { _, _ in }
    }
}

private struct Item: Editable {
    var title = "", count = 1
    static let fields: [Field<Item>] = [Field("title", \.title), Field("count", \.count)]
}

private struct Form: Equatable { var draft = MillraceApp.Draft(Item()), edits = 0 }

@MainActor
private func makeForm(on dispatcher: Dispatcher) -> Store<Form> {
    Store(Form(), on: dispatcher, name: "form") { store in
        store.edits(\.draft)
        store.on(SetField<Item>.self) { form, _ in form.edits += 1 }
    }
}

private final class Log { var texts: [String] = [] }

final class ObservedStoreSpec: Spec {
    @MainActor func testSpec() async {
        describe("an observed store") {
            @TestState var log = Log()
            var store: ObservedStore<Note>!

            beforeEach { store = ObservedStore(makeNote(on: Dispatcher(on: .main), log)) }
            afterEach { store = nil }

            it("draws a view again that has read a field, when the field has changed") {
                let drawing = Drawing { [store] in "\(store!.count)" }
                store.dispatch(Add())
                store.dispatch(Add())
                expect(drawing.drawn) == ["0", "1", "2"]
            }

            it("draws nothing for another field, nor for an action that changes nothing") {
                let drawing = Drawing { [store] in "\(store!.count)" }
                store.dispatch(Draft(text: "tea"))
                store.dispatch(Draft(text: "tea"))
                expect(drawing.drawn) == ["0"]
                expect(store.draft) == "tea"
            }

            it("reads of a field within a field only that, by a path") {
                let drawing = Drawing { [store] in "\(store![dynamicMember: \.draft.count])" }
                store.dispatch(Draft(text: "tea"))
                store.dispatch(Draft(text: "ale"))
                expect(drawing.drawn) == ["0", "3"]
            }

            it("draws a view that has read the whole state at each change") {
                let drawing = Drawing { [store] in "\(store!.state.draft) \(store!.state.count)" }
                store.dispatch(Draft(text: "tea"))
                store.dispatch(Add())
                store.dispatch(Draft(text: "tea"))
                expect(drawing.drawn) == [" 0", "tea 0", "tea 1"]
            }

            it("has one observed value a field, however often it is read") {
                for _ in 0..<3 { _ = (store.count, store.draft) }
                let flowchart = flowchart(below: store.store.state)
                expect(flowchart.components(separatedBy: "1 observer").count - 1) == 2
            }

            it("sends what a control enters as an action, and not what the field has already") {
                store.set(\.draft, to: "") { Draft(text: $0) }
                store.set(\.draft, to: "tea") { Draft(text: $0) }
                store.set(\.draft, to: "tea") { Draft(text: $0) }
                store.set(\.draft, to: "coffee") { Draft(text: $0) }
                expect(log.texts) == ["tea", "coffee"]
                expect(store.draft) == "coff"
            }

            it("sets a field of a draft, and draws a view for that field alone") {
                let store = ObservedStore(makeForm(on: Dispatcher(on: .main)))
                let drawing = Drawing { [store] in "\(store[dynamicMember: \.draft.title].value)" }
                let other = Drawing { [store] in "\(store[dynamicMember: \.draft.count].value)" }
                store.set(\.draft.title, to: "")
                store.set(\.draft.title, to: "tea")
                store.set(\.draft.title, to: "tea")
                store.set(\.draft[\.count], to: 2)
                expect(drawing.drawn) == ["", "tea"]
                expect(other.drawn) == ["1", "2"]
                expect(store.draft.changes.map(\.description)) == [#"title = "tea""#, "count = 2"]
                expect(store.edits) == 2
            }

            it("tells whether effects are in flight, and draws where that changes") {
                let drawing = Drawing { [store] in "\(store!.isInFlight("save")) \(store!.isInFlight("load"))" }
                store.dispatch(Save())
                expect(store.isInFlight("save")) == true
                await expect(drawing.drawn).toEventually(equal(["false false", "true false", "false false"]))
            }

            it("leaves nothing behind, wherever it is released") {
                await expect { scene in
                    var observed: ObservedStore<Note>? = ObservedStore(makeNote(on: Dispatcher(on: .main)))
                    scene.track(observed!)
                    _ = (observed!.count, observed!.isInFlight("save"))
                    let task = Task.detached { [observed] in withExtendedLifetime(observed) {} }
                    observed = nil
                    await task.value
                }.to(leakNothing())
            }
        }

        describe("an observed store of a preview") {
            it("shows its state, and handles no action") {
                let store = ObservedStore.preview(Note(draft: "tea", count: 3))
                store.dispatch(Add())
                expect(store.state) == Note(draft: "tea", count: 3)
            }

            it("shows effects as in flight") {
                let store = ObservedStore.preview(Note(), inFlight: "save", 7)
                expect(store.isInFlight("save") && store.isInFlight(7)) == true
                expect(store.isInFlight("load")) == false
            }
        }

        describe("an observed store of a member") {
            var list: Store<[Int]>!
            var notes: StoreFamily<Int, Note>!

            beforeEach {
                let made = Dispatcher(on: .main)
                list = Store([1, 2], on: made, name: "list") { store in
                    store.on(Open.self) { list, action in list.append(action.id) }
                }
                notes = StoreFamily(of: list, \.self, name: "notes") { _ in makeNote(on: made) }
            }

            afterEach { (list, notes) = (nil, nil) }

            it("sends its actions to that member alone") {
                let (first, second) = (ObservedStore(notes[1]!), ObservedStore(notes[2]!))
                first.dispatch(Add())
                first.set(\.draft, to: "tea") { Draft(text: $0) }
                expect([first.count, second.count]) == [1, 0]
                expect([first.draft, second.draft]) == ["tea", ""]
            }

            it("sends to all where it is told to") {
                let (first, second) = (ObservedStore(notes[1]!), ObservedStore(notes[2]!))
                first.dispatch(toAll: Add())
                first.dispatch(toAll: Open(id: 3))
                expect([first.count, second.count]) == [1, 1]
                expect(list.state.value) == [1, 2, 3]
            }
        }
    }
}
