import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import TestSupport

/// An entry that may have reached the server is never settled by the refusal of a later attempt: its outcome is unknown, is
/// shown so, and is asked for. Random worlds in which that happens are in `OutboxProgramsSpec`.
final class J10UnknownSpec: Spec {
    func testSpec() {
        @TestState var server = NotesServer()
        @TestState var store = Store(NotesState(), on: Dispatcher())

        beforeEach { start() }

        func start(_ state: NotesState = NotesState()) {
            store = makeNotes(state, on: Dispatcher(on: server.scheduler), sender: server.sender())
        }
        func write(_ texts: String..., to note: Int = 1) {
            for text in texts { store.dispatcher.dispatch(Write(note: note, text: text)) }
        }
        func advance(_ seconds: Int) { server.scheduler.advance(by: .seconds(seconds)) }
        func key(_ number: Int) -> OutboxKey { OutboxKey("phone-\(number)") }
        var outbox: Outbox<NoteEdit> { store.state.value.outbox }

        describe("an entry that is refused after an answer was lost") {
            beforeEach {
                server.answers["a"] = [.later(), .refused("too long")]
                write("a", "b")
                write("x", to: 2)
                advance(12)
            }

            it("is unknown, is shown so, and holds its own subject alone") {
                advance(600)
                expect(server.takeSent()) == ["0.0 phone-1 a #1", "0.0 phone-3 x #1", "11.0 phone-1 a #2"]
                expect(outbox.unknown.map(\.problem)) == [.unknown("too long")]
                expect(outbox.unknown.map(\.mayBeSaved)) == [true]
                expect(outbox.refused).to(beEmpty())
                expect(outbox.status(of: 1)) == .unknown
                expect(outbox.counts) == OutboxCounts(waiting: 1, unknown: 1)
                expect(outbox.counts.isAllSaved) == false
                expect("\(outbox)") == "1 wait, 0 on their way, 0 refused, 1 unknown"
                // And is none of the answers that settle it.
                expect(store.state.value.seen) == [.later(after: .seconds(10)), .saved()]
            }

            it("is sent again under its key, and by no other edit") {
                _ = server.takeSent()
                store.dispatcher.dispatch(Decide.retry(key(1), "short"))
                expect(outbox.status(of: 1)) == .unknown
                store.dispatcher.dispatch(Decide.retry(key(1), nil))
                advance(1)
                expect(server.takeSent()) == ["12.0 phone-1 a #3", "13.0 phone-2 b #1"]
                advance(1)
                expect(outbox.counts.isAllSaved) == true
            }

            it("is settled by what the app has found the server to have") {
                _ = server.takeSent()
                store.dispatcher.dispatch(Decide.settle(key(2), .saved()))
                expect(outbox.entries.count) == 2
                store.dispatcher.dispatch(Decide.settle(key(1), .later()))
                expect(outbox.status(of: 1)) == .unknown
                store.dispatcher.dispatch(Decide.settle(key(1), .saved(version: "7")))
                advance(0)
                expect(server.takeSent()) == ["12.0 phone-2 b of 7 #1"]
            }

            it("that the server does not have is refused, and keeps its key: it may come to the server still") {
                _ = server.takeSent()
                store.dispatcher.dispatch(Decide.settle(key(1), .refused("no")))
                expect(outbox.refused.map(\.problem)) == [.refused("no")]
                expect(outbox.counts) == OutboxCounts(waiting: 1, refused: 1)
                store.dispatcher.dispatch(Decide.retry(key(1), nil))
                advance(0)
                expect(server.takeSent()) == ["12.0 phone-1 a #3"]
            }

            it("may be given up, and what was made of it is sent") {
                _ = server.takeSent()
                store.dispatcher.dispatch(Decide.discard(key(1)))
                advance(0)
                expect(server.takeSent()) == ["12.0 phone-2 b #1"]
                expect(outbox.counts) == OutboxCounts(sending: 1)
            }

            it("is unknown in the next run, too") {
                let data = try JSONEncoder().encode(outbox)
                start(NotesState(outbox: try JSONDecoder().decode(Outbox<NoteEdit>.self, from: data)))
                store.dispatcher.dispatch(Decide.start)
                expect(outbox.status(of: 1)) == .unknown
                expect(outbox.counts) == OutboxCounts(waiting: 1, unknown: 1)
            }
        }

        describe("a refusal") {
            /// What becomes of an entry that is answered so at its attempts, and was not in doubt before.
            func status(after answers: OutboxAnswer<String>...) -> OutboxStatus {
                server.answers["r"] = answers
                write("r", to: 5)
                advance(600)
                return outbox.status(of: 5)
            }

            it("settles what was answered with no at each attempt before") {
                expect(status(after: .notDone(), .notDone(after: .seconds(2)), .refused("no"))) == .refused
            }

            it("settles what a step was done for") {
                expect(status(after: .prepared("address"), .refused("no"))) == .refused
            }

            it("does not settle what was in doubt before an attempt that was not done") {
                expect(status(after: .later(), .notDone(), .refused("no"))) == .unknown
            }

            it("is unknown where the answer says so, at the first attempt, too") {
                expect(status(after: .unknown("unreadable"))) == .unknown
            }

            it("does not settle what was on its way when the app ended") {
                write("p", to: 6)
                start(NotesState(outbox: outbox))
                store.dispatcher.dispatch(Decide.sendAgain)
                server.answers["p"] = [.refused("no")]
                advance(600)
                expect(outbox.status(of: 6)) == .unknown
            }
        }

        describe("a sender that can ask") {
            beforeEach {
                server.question = { _ in .saved("a", version: "3") }
                start()
                server.answers["a"] = [.later(), .refused("too long")]
                write("a", "b")
                advance(11)
                _ = server.takeSent()
            }

            it("asks at once, and goes on with what the server has") {
                advance(1)
                expect(server.takeSent()) == ["12.0 phone-1?"]
                expect(outbox.status(of: 1)) == .unknown
                expect(outbox.counts) == OutboxCounts(waiting: 1, unknown: 1)
                advance(2)
                expect(server.takeSent()) == ["13.0 phone-2 b of 3 #1"]
                expect(store.state.value.seen.last) == .saved()
                expect(outbox.counts.isAllSaved) == true
            }

            it("refuses what the server does not have") {
                server.question = { entry in
                    guard case .unknown(let reason) = entry.problem else { return .later() }
                    return .refused(reason)
                }
                advance(3)
                expect(outbox.refused.map(\.problem)) == [.refused("too long")]
                expect(server.takeSent()) == ["12.0 phone-1?"]
            }

            it("asks again when the question fails, whatever the error is") {
                server.question = { _ in throw CancellationError() }
                advance(2)
                expect(outbox.status(of: 1)) == .unknown
                server.question = { _ in throw NotesServer.Unreachable() }
                advance(31)
                server.question = { _ in .conflict(theirs: "t", version: "9") }
                advance(60)
                expect(server.takeSent()) == ["12.0 phone-1?", "33.0 phone-1?", "54.0 phone-1?"]
                expect(outbox.refused.map(\.problem)) == [.conflict(theirs: "t", version: "9")]
            }

            it("asks for it in the next run, and takes no answer once the user has decided") {
                start(
                    NotesState(
                        outbox: {
                            var copy = outbox; copy.sendAgain(); return copy
                        }()
                    )
                )
                advance(1)
                store.dispatcher.dispatch(Decide.start)
                advance(600)
                expect(outbox.counts.isAllSaved) == true
            }

            it("is not believed once the user has sent it again") {
                advance(1)
                server.answers["a"] = [.later()]
                store.dispatcher.dispatch(Decide.retry(key(1), nil))
                advance(1)
                expect(outbox.status(of: 1)) == .waiting
                expect(server.takeSent()) == ["12.0 phone-1?", "12.0 phone-1 a #3"]
            }
        }
    }
}
