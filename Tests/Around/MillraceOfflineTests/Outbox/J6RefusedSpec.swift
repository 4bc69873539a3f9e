import Millrace
import MillraceOffline
import MillraceSpecs
import TestSupport

/// What the server refuses for good is seen by the user, and never blocks the rest.
final class J6RefusedSpec: Spec {
    func testSpec() {
        @TestState var server = NotesServer()
        @TestState var store = Store(NotesState(), on: Dispatcher())

        beforeEach {
            store = makeNotes(on: Dispatcher(on: server.scheduler), sender: server.sender())
            server.answers["a"] = [.refused("too long")]
            write("a", "b", "c")
            write("x", to: 2)
            advance(2)
        }

        func write(_ texts: String..., to note: Int = 1) {
            for text in texts { store.dispatcher.dispatch(Write(note: note, text: text)) }
        }
        func advance(_ seconds: Int) { server.scheduler.advance(by: .seconds(seconds)) }
        var outbox: Outbox<NoteEdit> { store.state.value.outbox }

        it("is in the list of what was refused, with the reason, and holds back only its own subject") {
            write("y", to: 2)
            advance(60)
            expect(server.takeSent()) == ["0.0 phone-1 a #1", "0.0 phone-4 x #1", "2.0 phone-5 y #1"]
            expect(outbox.refused.map(\.edit.text)) == ["a"]
            expect(outbox.refused.first?.problem) == .refused("too long")
            expect(outbox.counts) == OutboxCounts(waiting: 2, refused: 1)
            expect(outbox.status(of: 1)) == .refused
            expect(outbox.status(of: 2)) == .saved
            expect(outbox.counts.isAllSaved) == false
        }

        it("is so too where the call throws what does not pass") {
            server.answer = { _ in throw CancellationError() }
            write("z", to: 3)
            advance(60)
            expect(outbox[OutboxKey("phone-5")]?.problem) == .refused("CancellationError()")
        }

        it("lists them in the order of the edits") {
            server.answers["z"] = [.refused("no")]
            server.answers["y"] = [.notDone(), .refused("no")]
            write("y", to: 3)
            write("z", to: 4)
            advance(60)
            expect(outbox.refused.map(\.edit.text)) == ["a", "y", "z"]
        }

        it("may be sent again at its place, under a new key") {
            _ = server.takeSent()
            store.dispatcher.dispatch(Decide.retry(OutboxKey("phone-1"), "short"))
            expect(outbox.entries.map(\.edit.text)) == ["short", "b", "c"]
            advance(3)
            expect(server.takeSent()) == ["2.0 phone-5 short #1", "3.0 phone-2 b #1", "4.0 phone-3 c #1"]
            expect(outbox.counts.isAllSaved) == true
        }

        it("may be given up, and what was made of it kept") {
            _ = server.takeSent()
            store.dispatcher.dispatch(Decide.discard(OutboxKey("phone-1")))
            advance(3)
            expect(server.takeSent()) == ["2.0 phone-2 b #1", "3.0 phone-3 c #1"]
            expect(outbox.counts.isAllSaved) == true
        }

        it("passes the version that it would have gone with on, when it is given up") {
            server.answers["p"] = [.saved(version: "5")]
            server.answers["q"] = [.refused("no")]
            write("p", "q", "r", to: 7)
            advance(2)
            _ = server.takeSent()
            store.dispatcher.dispatch(Decide.discard(OutboxKey("phone-6")))
            advance(1)
            expect(server.takeSent()) == ["4.0 phone-7 r of 5 #1"]
        }

        it("may be given up with all that was made of it") {
            _ = server.takeSent()
            write("y", to: 2)
            store.dispatcher.dispatch(Decide.discardAll(1))
            advance(3)
            expect(server.takeSent()) == ["2.0 phone-5 y #1"]
            expect(outbox.entries.isEmpty) == true
        }

        it("is there in the next run") {
            var restored = Outbox<NoteEdit>(device: "phone")
            restored.entries = outbox.entries
            expect(restored.refused.map(\.edit.text)) == ["a"]
            expect(restored.status(of: 1)) == .refused
        }

        it("is not touched by a decision about something else") {
            let before = outbox
            store.dispatcher.dispatch(Decide.retry(OutboxKey("phone-2"), nil))
            store.dispatcher.dispatch(Decide.resolve(OutboxKey("phone-1")))
            store.dispatcher.dispatch(Decide.discard(OutboxKey("phone-9")))
            expect(outbox) == before
        }

        describe("what stands for itself") {
            beforeEach {
                store = makeNotes(on: Dispatcher(on: server.scheduler), sender: server.sender())
                server.answers["b"] = [.refused("no")]
                server.answers["p"] = [.saved(version: "5")]
                _ = server.takeSent()
                write("p")
                comment("b", "c")
            }
            func comment(_ texts: String...) {
                for text in texts { store.dispatcher.dispatch(Comment(note: 1, text: text)) }
            }

            it("is in the list too, and holds nothing back") {
                advance(4)
                expect(server.takeSent()) == ["2.0 phone-1 p #1", "3.0 phone-2 b of 5 #1", "4.0 phone-3 c of 5 #1"]
                expect(outbox.refused.map(\.edit.text)) == ["b"]
                expect(outbox.entries(of: 1).map(\.edit.text)) == ["b"]
                expect(outbox.status(of: 1)) == .refused
                store.dispatcher.dispatch(Decide.discard(OutboxKey("phone-2")))
                expect(outbox.status(of: 1)) == .saved
                expect(outbox.entries.isEmpty) == true
            }

            it("may be sent again, before what waits and behind what has begun") {
                server.answers["c"] = [.later()]
                comment("d")
                advance(3)
                expect(outbox.entries(of: 1).map(\.edit.text)) == ["b", "c", "d"]
                store.dispatcher.dispatch(Decide.retry(OutboxKey("phone-2"), nil))
                expect(outbox.status(of: 1)) == .waiting
                _ = server.takeSent()
                advance(15)
                expect(server.takeSent()) == [
                    "15.0 phone-3 c of 5 #2", "16.0 phone-5 b of 5 #1", "17.0 phone-4 d #1",
                ]
            }

            it("holds nothing back in the next run either") {
                advance(2)
                var restored = Outbox<NoteEdit>(device: "phone")
                restored.entries = outbox.entries
                expect(restored.refused.map(\.edit.text)) == ["b"]
                store = makeNotes(
                    NotesState(outbox: restored),
                    on: Dispatcher(on: server.scheduler),
                    sender: server.sender()
                )
                _ = server.takeSent()
                store.dispatcher.dispatch(Decide.start)
                advance(1)
                expect(server.takeSent()) == ["4.0 phone-3 c of 5 #2"]
            }
        }

        describe("a conflict") {
            beforeEach {
                store = makeNotes(on: Dispatcher(on: server.scheduler), sender: server.sender())
                server.answers["a"] = [.conflict(theirs: "t", version: "9")]
                write("a", "b", "t")
                advance(1)
                _ = server.takeSent()
            }

            it("is decided for it and for what was made of it, and goes with the server's version") {
                expect(outbox.refused.first?.problem) == .conflict(theirs: "t", version: "9")
                store.dispatcher.dispatch(Decide.resolve(OutboxKey("phone-1")))
                expect(outbox.entries.map { "\($0.key) \($0.edit.text)" }) == ["phone-4 t+a", "phone-2 t+b"]
                server.answer = { _ in .saved(version: "10") }
                advance(2)
                expect(server.takeSent()) == ["3.0 phone-4 t+a of 9 #1", "4.0 phone-2 t+b of 10 #1"]
            }

            it("passes the version on where nothing is left to be said") {
                store.dispatcher.dispatch(Decide.discardAll(1))
                server.answers["t"] = [.conflict(theirs: "t", version: "11")]
                write("t", "u")
                advance(1)
                store.dispatcher.dispatch(Decide.resolve(OutboxKey("phone-4")))
                _ = server.takeSent()
                advance(1)
                expect(server.takeSent()) == ["4.0 phone-5 t+u of 11 #1"]
            }

            it("is not sent as it is") {
                store.dispatcher.dispatch(Decide.retry(OutboxKey("phone-1"), nil))
                advance(60)
                expect(server.takeSent()).to(beEmpty())
            }
        }
    }
}
