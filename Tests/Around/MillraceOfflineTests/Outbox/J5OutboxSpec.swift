import Foundation
import Millrace
import MillraceHistory
import MillraceOffline
import MillraceSpecs
import TestSupport

/// For one entity the outbox sends in order, for different ones side by side; what is sent under a key never changes;
/// only what is durable is sent.
final class J5OutboxSpec: Spec {
    func testSpec() {
        @TestState var server = NotesServer()

        func app(
            _ state: NotesState = NotesState(),
            limit: Int = 4,
            jitter: Double = 0,
            isFolding: Bool = false,
            durability: Durability = .immediate
        ) -> Store<NotesState> {
            let sender = server.sender(limit: limit, jitter: jitter, durability)
            return makeNotes(state, on: Dispatcher(on: server.scheduler), sender: sender, isFolding: isFolding)
        }
        func write(_ texts: String..., to note: Int = 1, version: String? = nil, in store: Store<NotesState>) {
            for text in texts { store.dispatcher.dispatch(Write(note: note, text: text, version: version)) }
        }
        func advance(_ seconds: Int = 0) { server.scheduler.advance(by: .seconds(seconds)) }
        func outbox(_ store: Store<NotesState>) -> Outbox<NoteEdit> { store.state.value.outbox }

        describe("the order") {
            it("is that of the edits, for one subject") {
                let store = app()
                write("a", "b", "c", in: store)
                advance()
                expect(server.takeSent()) == ["0.0 phone-1 a #1"]
                advance(3)
                expect(server.takeSent()) == ["1.0 phone-2 b #1", "2.0 phone-3 c #1"]
                expect(outbox(store).entries.isEmpty) == true
            }

            it("is not at rest while an entry is sent, and until it is sent again") {
                let store = app()
                func restless() -> [String] { restlessParts(of: store.state.value) }
                server.answers["a"] = [.later()]
                write("a", in: store)
                advance()
                expect(restless()) == ["outbox: sending"]
                advance(1)
                expect(restless()) == ["outbox: waiting to send again"]
                advance(10)
                expect(restless()) == ["outbox: sending"]
                advance(1)
                expect(restless()).to(beEmpty())
            }

            it("lets different subjects go side by side, as many as the sender allows") {
                let store = app(limit: 2)
                for note in 1...3 { write("n\(note)", to: note, in: store) }
                advance()
                expect(server.takeSent()) == ["0.0 phone-1 n1 #1", "0.0 phone-2 n2 #1"]
                expect(outbox(store).counts) == OutboxCounts(waiting: 1, sending: 2)
                advance(1)
                expect(server.takeSent()) == ["1.0 phone-3 n3 #1"]
            }

            it("makes the others of a subject wait for the next attempt too") {
                let store = app()
                server.answers["a"] = [.later()]
                write("a", "b", in: store)
                advance(5)
                expect(server.takeSent()) == ["0.0 phone-1 a #1"]
                advance(10)
                expect(server.takeSent()) == ["11.0 phone-1 a #2", "12.0 phone-2 b #1"]
                withExtendedLifetime(store) {}
            }

            it("waits for the answer to an entry that was discarded on its way") {
                let store = app()
                write("a", "b", in: store)
                advance()
                store.dispatcher.dispatch(Decide.discard(OutboxKey("phone-1")))
                advance()
                expect(server.takeSent()) == ["0.0 phone-1 a #1"]
                expect(outbox(store).counts) == OutboxCounts(waiting: 1)
                server.answer = { _ in .saved(version: "7") }
                advance(1)
                expect(server.takeSent()) == ["1.0 phone-2 b of 7 #1"]
                expect(store.state.value.seen).to(beEmpty())
            }
        }

        describe("a key") {
            it("is the same at each attempt") {
                let store = app()
                server.answers["a"] = [.later(), .later()]
                write("a", in: store)
                advance(60)
                expect(server.takeSent()) == ["0.0 phone-1 a #1", "11.0 phone-1 a #2", "32.0 phone-1 a #3"]
                withExtendedLifetime(store) {}
            }

            it("keeps its content once it was sent: what is folded goes into a later entry") {
                let store = app(isFolding: true)
                server.answers["a"] = [.later()]
                write("a", in: store)
                advance(2)
                write("b", "c", in: store)
                expect(outbox(store).entries.map(\.edit.text)) == ["a", "c"]
                advance(30)
                expect(server.takeSent()) == ["0.0 phone-1 a #1", "11.0 phone-1 a #2", "12.0 phone-2 c #1"]
            }

            it("is the same in the next run, for what was on its way and for what waited") {
                let kept = try {
                    let first = app()
                    write("a", "b", in: first)
                    advance()
                    return try JSONEncoder().encode(outbox(first))
                }()
                var state = NotesState(outbox: Outbox(device: "other"))
                state.outbox = try JSONDecoder().decode(Outbox<NoteEdit>.self, from: kept)
                expect(state.outbox.counts) == OutboxCounts(waiting: 2)
                _ = server.takeSent()
                let second = app(state)
                second.dispatcher.dispatch(Decide.start)
                write("c", in: second)
                advance(4)
                expect(server.takeSent()) == ["0.0 phone-1 a #2", "1.0 phone-2 b #1", "2.0 phone-3 c #1"]
            }

            it("is there again where entries and head are kept apart, as a journal does") {
                let first = app()
                write("a", "b", in: first)
                var restored = Outbox<NoteEdit>(device: "other")
                restored.entries = outbox(first).entries
                restored.head = outbox(first).head
                expect(restored.entries.map(\.key.text)) == ["phone-1", "phone-2"]
                expect(restored.counts) == OutboxCounts(waiting: 2)
                expect(restored.add(.write(1, "c")).text) == "phone-3"
            }
        }

        describe("an attempt") {
            it("is noted, and durable, before anything is sent") {
                let store = app(durability: server.journal.durability)
                let observer = store.state.observe { [journal = server.journal] _ in journal.write() }
                write("a", in: store)
                advance(1)
                expect(outbox(store).entries.first?.attempts) == 1
                expect(outbox(store).status(of: 1)) == .sending
                expect(server.takeSent()).to(beEmpty())
                server.journal.sync()
                advance()
                expect(server.takeSent()) == ["1.0 phone-1 a #1"]
                observer.cancel()
            }

            it("sends nothing for an app that has ended meanwhile") {
                var store: Store? = app(durability: server.journal.durability)
                server.journal.write()
                if let store { write("a", in: store) }
                advance()
                expect(server.journal.waiting) == 1
                store = nil
                server.journal.sync()
                advance(1)
                expect(server.takeSent()).to(beEmpty())
                expect(store).to(beNil())
            }

            it("comes not sooner than the server asks for") {
                let store = app()
                server.answers["a"] = [.later(after: .seconds(100)), .later(after: .seconds(1))]
                write("a", in: store)
                advance(200)
                expect(server.takeSent()) == ["0.0 phone-1 a #1", "101.0 phone-1 a #2", "122.0 phone-1 a #3"]
                withExtendedLifetime(store) {}
            }

            it("comes after a time with a random part, which the action carries") {
                let store = app(jitter: 0.5)
                server.answers["a"] = [.later()]
                write("a", in: store)
                advance(1)
                var times: [Duration] = []
                for case .later(let time?) in store.state.value.seen { times.append(time) }
                expect(times.count) == 1
                expect(times.allSatisfy { $0 >= .seconds(5) && $0 < .seconds(10) }) == true
            }

            it("comes at once when the app says that there is a network again") {
                let store = app()
                server.answer = { _ in throw NotesServer.Unreachable() }
                write("a", in: store)
                advance(2)
                _ = server.takeSent()
                server.answer = { _ in .saved() }
                store.dispatcher.dispatch(Decide.hurry)
                advance(60)
                expect(server.takeSent()) == ["2.0 phone-1 a #2"]
                expect(outbox(store).status(of: 1)) == .saved
            }
        }

        describe("a time that the server has asked for") {
            it("is not ended when the app says that there is a network again") {
                let store = app()
                server.answers["a"] = [.later(after: .seconds(100)), .later(after: .seconds(5))]
                write("a", in: store)
                advance(2)
                store.dispatcher.dispatch(Decide.hurry)
                advance(110)
                store.dispatcher.dispatch(Decide.hurry)
                advance(30)
                expect(server.takeSent()) == ["0.0 phone-1 a #1", "101.0 phone-1 a #2", "122.0 phone-1 a #3"]
                expect(outbox(store).status(of: 1)) == .saved
            }
        }

        describe("a step before the edit") {
            it("is noted with the entry, durable, and not done again") {
                let store = app(durability: server.journal.durability)
                let observer = store.state.observe { [journal = server.journal] _ in journal.write() }
                server.answers["a"] = [.prepared("there"), .later()]
                server.journal.write()
                write("a", in: store)
                server.journal.sync()
                advance(1)
                expect(server.takeSent()) == ["0.0 phone-1 a #1"]
                expect(outbox(store).entries.first?.prepared) == "there"
                advance(5)
                expect(server.takeSent()).to(beEmpty())
                server.journal.sync()
                advance(2)
                expect(server.takeSent()) == ["6.0 phone-1 a #2"]
                expect(outbox(store).entries.first?.prepared) == "there"
                observer.cancel()
            }

            it("is still done where the entry is sent again after it was refused") {
                let store = app()
                server.answers["a"] = [.prepared("there"), .refused("no")]
                write("a", in: store)
                advance(3)
                store.dispatcher.dispatch(Decide.retry(OutboxKey("phone-1"), nil))
                expect(outbox(store).entries.first?.prepared) == "there"
                server.answers["a"] = [.refused("no")]
                advance(3)
                store.dispatcher.dispatch(Decide.retry(OutboxKey("phone-2"), "b"))
                expect(outbox(store).entries.first?.prepared).to(beNil())
            }
        }

        describe("an entry that was kept in another way") {
            it("is sent under its key, and added once") {
                var state = NotesState()
                state.outbox.add(.write(1, "b"))
                let former = OutboxEntry<NoteEdit>(OutboxKey("old"), .write(2, "a"), version: "3", attempts: 1)
                expect(state.outbox.add(former)) == true
                expect(state.outbox.add(former)) == false
                let refused = OutboxEntry<NoteEdit>(OutboxKey("no"), .write(3, "c"), problem: .refused("no"))
                state.outbox.add(refused)
                let store = app(state)
                store.dispatcher.dispatch(Decide.start)
                advance(1)
                expect(server.takeSent()) == ["0.0 phone-1 b #1", "0.0 old a of 3 #2"]
                expect(outbox(store).refused) == [refused]
            }
        }

        describe("a version") {
            it("passes from the answer to the next entry of the subject") {
                let store = app()
                server.answer = { .saved(version: $0.edit.text == "a" ? "2" : "3") }
                write("a", "b", "c", version: "1", in: store)
                write("x", to: 2, version: "1", in: store)
                advance(3)
                expect(server.takeSent()) == [
                    "0.0 phone-1 a of 1 #1", "0.0 phone-4 x of 1 #1", "1.0 phone-2 b of 2 #1", "2.0 phone-3 c of 3 #1",
                ]
                withExtendedLifetime(store) {}
            }
        }

        describe("an answer") {
            it("that nobody waits for changes nothing") {
                let store = app()
                write("a", in: store)
                advance(2)
                write("b", in: store)
                let before = outbox(store)
                for answer: OutboxAnswer<String>? in [.saved(), .refused("no"), .later(), nil] {
                    store.dispatcher.dispatch(OutboxAnswered<NoteEdit>(OutboxKey("phone-1"), answer))
                    store.dispatcher.dispatch(OutboxAnswered<NoteEdit>(OutboxKey("tablet-2"), answer))
                }
                store.dispatcher.dispatch(OutboxAnswered<NoteEdit>(OutboxKey("phone-2"), nil))
                expect(outbox(store)) == before
            }
        }

        it("shows where the edits of each subject stand") {
            let store = app()
            let status = store.state.select { $0.outbox.status(of: 1) }
            var shown: [OutboxStatus] = []
            let observer = status.observe { shown.append($0) }
            server.answers["a"] = [.later()]
            server.answers["b"] = [.refused("no")]
            write("a", "b", in: store)
            advance(30)
            store.dispatcher.dispatch(Decide.discard(OutboxKey("phone-2")))
            expect(shown) == [.saved, .sending, .waiting, .sending, .refused, .saved]
            observer.cancel()
        }
    }
}
