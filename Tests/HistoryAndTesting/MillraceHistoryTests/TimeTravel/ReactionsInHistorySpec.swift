import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import MillraceTesting
import TestSupport

private struct Page: Equatable {
    var query = ""
    var hits: [String] = []
    var asked = 0
}

private struct Ask: RecordedAction { let query: String }
private struct Answer: RecordedAction { let hits: [String] }
private struct Look: RecordedAction {}

/// Law F9 where histories and recordings lead back: undo is a change, to which stores react; what time travel shows is
/// none; and a replay makes the same changes, and starts no effects.
final class ReactionsInHistorySpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var dispatcher = Dispatcher()

        beforeEach { dispatcher = Dispatcher(on: scheduler) }

        /// A store that asks whichever way its query changes.
        func makePage(on dispatcher: Dispatcher) -> Store<Page> {
            Store(Page(), on: dispatcher, name: "page") { store in
                store.on(Ask.self) { $0.query = $1.query }
                store.on(Answer.self) { $0.hits = $1.hits }
                store.on(Look.self) { state, _ in state.hits = [] }
                store.onChange(of: \.query) { state, _ in
                    state.asked += 1
                    let query = state.query
                    return .run("ask", .latest) { Answer(hits: ["\(query)1", "\(query)2"]) }
                }
            }
        }

        func ask(_ query: String) {
            dispatcher.dispatch(Ask(query: query))
            scheduler.run()
        }

        describe("undo") {
            it("is a change: the page asks again, as for any action, and so it does for redo") {
                let page = makePage(on: dispatcher)
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(page) { present, former in present.query = former.query }
                    undo.step(Ask.self)
                }
                ask("a")
                ask("b")
                undo.undo()
                expect(page.state.value) == Page(query: "a", hits: ["b1", "b2"], asked: 3)
                scheduler.run()
                expect(page.state.value.hits) == ["a1", "a2"]
                undo.redo()
                scheduler.run()
                expect(page.state.value) == Page(query: "b", hits: ["b1", "b2"], asked: 4)
                expect(undo.canRedo.value) == false
            }

            it("is one step with the change of the reaction: what is undone is as it was") {
                let document = Store(["", ""], on: dispatcher, name: "document") { store in
                    store.on(Rename.self) { $0[0] = $1.name }
                    store.onChange(of: \.[0]) { state, _ in state[1] = state[0].uppercased() }
                }
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(document)
                    undo.step(Rename.self)
                }
                dispatcher.dispatch(Rename(name: "a"))
                dispatcher.dispatch(Rename(name: "b"))
                undo.undo()
                expect(document.state.value) == ["a", "A"]
                undo.undo()
                expect(document.state.value) == ["", ""]
                expect(undo.canUndo.value) == false
                undo.redo()
                expect(document.state.value) == ["a", "A"]
                expect(undo.canRedo.value) == true
            }

            it("is a change in a member of a family, and none in one that comes back with its state") {
                let lobby = makeLobby([1], on: dispatcher)
                var heard: [String] = []
                let rooms = StoreFamily(of: lobby, \.rooms, name: "rooms") { id in
                    let room = makeRoom(id, on: dispatcher)
                    room.onChange(of: \.lines) { state, former in heard.append("\(former) to \(state.lines)") }
                    return room
                }
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(lobby)
                    undo.track(rooms)
                    undo.step(Say.self)
                    undo.step(Close.self)
                }
                dispatcher.dispatch(Say("a"))
                undo.undo()
                undo.redo()
                dispatcher.dispatch(Close(room: 1))
                undo.undo()
                expect(rooms[1]?.state.value.lines) == ["a"]
                expect(heard) == ["[] to [\"a\"]", "[\"a\"] to []", "[] to [\"a\"]"]
                dispatcher.dispatch(Say("b"))
                expect(heard.last) == "[\"a\"] to [\"a\", \"b\"]"
            }
        }

        describe("time travel") {
            it("is no change, and what comes after it is compared with the shown state") {
                let page = makePage(on: dispatcher)
                let history = StateHistory(of: page, on: dispatcher)
                ask("a")
                ask("b")
                history.jump(to: 1)
                scheduler.run()
                expect(page.state.value) == Page(query: "a", asked: 1)
                expect(page.effectsInFlight.value) == 0
                history.resume()
                dispatcher.dispatch(Look())
                ask("a")
                expect(page.state.value) == Page(query: "a", asked: 1)
                ask("c")
                expect(page.state.value) == Page(query: "c", hits: ["c1", "c2"], asked: 2)
            }

            it("is none in the members of a family") {
                let lobby = makeLobby([1], on: dispatcher)
                var heard: [String] = []
                let rooms = StoreFamily(of: lobby, \.rooms, name: "rooms") { id in
                    let room = makeRoom(id, on: dispatcher)
                    room.onChange(of: \.lines) { state, former in heard.append("\(former) to \(state.lines)") }
                    return room
                }
                let history = StateHistory(of: lobby, rooms, on: dispatcher)
                dispatcher.dispatch(Say("a"))
                dispatcher.dispatch(Close(room: 1))
                history.back()
                history.back()
                history.forward()
                history.resume()
                dispatcher.dispatch(Say("b"))
                expect(heard) == ["[] to [\"a\"]", "[\"a\"] to [\"a\", \"b\"]"]
            }
        }

        describe("a replay") {
            it("makes the changes of the reactions again, and starts none of their effects") {
                func undo(of page: Store<Page>) -> UndoHistory {
                    UndoHistory(on: page.dispatcher) { undo in
                        undo.track(page)
                        undo.step(Ask.self)
                    }
                }
                let (page, tape) = (makePage(on: dispatcher), Tape())
                let history = undo(of: page)
                let recorder = ActionRecorder(digesting: page, on: dispatcher, to: tape.write)
                ask("a")
                ask("b")
                history.undo()
                scheduler.run()
                let fresh = makePage(on: Dispatcher(on: scheduler))
                let kept = [undo(of: fresh), recorder] as [Any]
                let recording = try ActionRecording(tape.data)
                expect(recording.replay(to: fresh, on: fresh.dispatcher)) == .same(turns: 6)
                scheduler.run()
                expect(fresh.state.value) == Page(query: "a", hits: ["a1", "a2"], asked: 2)
                expect(fresh.effectsInFlight.value) == 0
                withExtendedLifetime(kept) {}
            }
        }
    }
}
