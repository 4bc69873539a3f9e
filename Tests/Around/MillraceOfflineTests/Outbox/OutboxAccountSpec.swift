import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import TestSupport

/// What waits under one account is not sent under another (laws J5 and N4).
final class OutboxAccountSpec: Spec {
    func testSpec() {
        @TestState var server = NotesServer()
        @TestState var store = Store(NotesState(), on: Dispatcher())

        beforeEach { start() }

        func start(_ state: NotesState = NotesState()) {
            store = makeNotes(state, on: Dispatcher(on: server.scheduler), sender: server.sender())
        }
        func logIn(_ account: String?) { store.dispatcher.dispatch(Decide.logIn(account)) }
        func write(_ text: String) { store.dispatcher.dispatch(Write(note: 1, text: text)) }
        func advance(_ seconds: Int) { server.scheduler.advance(by: .seconds(seconds)) }
        var outbox: Outbox<NoteEdit> { store.state.value.outbox }

        it("holds it, shows it, and sends it when its account is here again") {
            write("anybody's")
            advance(1)
            server.answers["a"] = [.later()]
            logIn("ann")
            write("a")
            write("b")
            advance(2)
            logIn("ben")
            write("c")
            advance(100)
            expect(server.takeSent()) == ["0.0 phone-1 anybody's #1", "1.0 phone-2 a #1", "3.0 phone-4 c #1"]
            expect(outbox.heldForOthers.map(\.edit.text)) == ["a", "b"]
            expect(outbox.heldForOthers.map(\.account)) == ["ann", "ann"]
            expect(outbox.counts) == OutboxCounts(held: 2)
            logIn("ann")
            advance(3)
            expect(server.takeSent()) == ["103.0 phone-2 a #2", "104.0 phone-3 b #1"]
            expect(outbox.counts.isAllSaved) == true
        }

        it("takes no answer to what was sent under another account") {
            logIn("ann")
            write("a")
            advance(0)
            logIn("ben")
            advance(60)
            expect(outbox.counts) == OutboxCounts(held: 1)
            // And what is given up is gone.
            store.dispatcher.dispatch(Decide.discard(OutboxKey("phone-1")))
            expect(outbox.counts.isAllSaved) == true
        }

        it("sends nothing of anybody in the next run before it knows who is here") {
            logIn("ann")
            write("a")
            let data = try JSONEncoder().encode(outbox)
            start(NotesState(outbox: try JSONDecoder().decode(Outbox<NoteEdit>.self, from: data)))
            _ = server.takeSent()
            store.dispatcher.dispatch(Decide.start)
            advance(1)
            expect(server.takeSent()).to(beEmpty())
            expect(outbox.counts) == OutboxCounts(held: 1)
            logIn("ann")
            advance(1)
            expect(outbox.counts.isAllSaved) == true
        }

        it("makes keys of another device once it is distrusted, however often") {
            var copy = Outbox<NoteEdit>(device: "phone")
            copy.distrust(as: "one")
            copy.distrust(as: "two")
            let key = copy.add(.write(1, "a")).text
            expect(key.hasPrefix("phone~")) == true
            expect(key.filter { $0 == "~" }.count) == 1
        }
    }
}
