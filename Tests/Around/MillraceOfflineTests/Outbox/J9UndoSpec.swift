import Millrace
import MillraceHistory
import MillraceOffline
import MillraceSpecs

/// Neither undo nor time travel touches an outbox.
final class J9UndoSpec: Spec {
    func testSpec() {
        @TestState var server = NotesServer()

        it("undoes what is shown, and sends what was done all the same") {
            let dispatcher = Dispatcher(on: server.scheduler)
            let store = makeNotes(on: dispatcher, sender: server.sender())
            let undo = UndoHistory(on: dispatcher) { undo in
                undo.track(store)
                undo.step(Write.self)
            }
            dispatcher.dispatch(Write(note: 1, text: "a"))
            dispatcher.dispatch(Write(note: 1, text: "b"))
            server.scheduler.advance()
            undo.undo()
            undo.undo()
            expect(store.state.value.texts).to(beEmpty())
            expect(store.state.value.outbox.entries.map(\.edit.text)) == ["a", "b"]
            expect(store.state.value.outbox.counts) == OutboxCounts(waiting: 1, sending: 1)
            server.scheduler.advance(by: .seconds(2))
            expect(server.sent) == ["0.0 phone-1 a #1", "1.0 phone-2 b #1"]
            undo.redo()
            dispatcher.dispatch(Write(note: 1, text: "c"))
            expect(store.state.value.outbox.entries.map(\.key.text)) == ["phone-3"]
        }

        it("shows another time, and leaves the outbox as it is") {
            let dispatcher = Dispatcher(on: server.scheduler)
            let store = makeNotes(on: dispatcher, sender: server.sender())
            let history = StateHistory(of: store, on: dispatcher)
            dispatcher.dispatch(Write(note: 1, text: "a"))
            dispatcher.dispatch(Write(note: 2, text: "b"))
            let outbox = store.state.value.outbox
            history.jump(to: 0)
            expect(store.state.value.texts).to(beEmpty())
            expect(store.state.value.outbox) == outbox
            history.resume()
            dispatcher.dispatch(Write(note: 1, text: "c"))
            expect(store.state.value.outbox.entries.map(\.key.text)) == ["phone-1", "phone-2", "phone-3"]
        }

        it("sends again, under the same key, what was answered while the past was shown") {
            let dispatcher = Dispatcher(on: server.scheduler)
            let store = makeNotes(on: dispatcher, sender: server.sender())
            let history = StateHistory(of: store, on: dispatcher)
            dispatcher.dispatch(Write(note: 1, text: "a"))
            history.jump(to: 0)
            server.scheduler.advance(by: .seconds(2))
            history.resume()
            expect(store.state.value.outbox.counts) == OutboxCounts(sending: 1)
            dispatcher.dispatch(Decide.sendAgain)
            server.scheduler.advance(by: .seconds(2))
            expect(server.sent) == ["0.0 phone-1 a #1", "2.0 phone-1 a #2"]
            expect(store.state.value.outbox.entries).to(beEmpty())
        }
    }
}
