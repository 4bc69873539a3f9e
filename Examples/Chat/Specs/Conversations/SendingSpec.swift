import Foundation
import Millrace
import MillraceNetwork
import MillraceOffline
import MillraceSpecs
import SampleHomeserver
import Synchronization

@testable import MatrixChat

private let tea = "!tea"

final class SendingSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()

        beforeEach { stage.server.change { _ = $0.say("one", in: tea) } }

        describe("a message that is sent") {
            it("stands there at once, and is confirmed by the server's event") {
                stage.signIn()
                stage.chat.send("two", to: tea)
                expect(stage.rows(tea)).to(equal(["one", "two …"]))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
                expect(stage.chat.sending.state.value.sent(to: tea)).to(beEmpty())
            }

            it("is never doubled, whichever of answer and event comes first") {
                stage.signIn()
                var counts: Set<Int> = []
                let view = stage.chat.view(of: tea)
                let subscription = view.observe { view in
                    counts.insert(view?.rows.count { $0.words.hasPrefix("two") } ?? 0)
                }
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(counts).to(equal([0, 1]))
                subscription.cancel()
            }

            it("is not doubled where its event comes first, without its transaction, and then the answer") {
                stage.signIn()
                stage.chat.send("two", to: tea)
                let key = stage.chat.sending.state.value.outbox.entries[0].key
                // A homeserver tells the transaction to the device that has sent it, unless it has forgotten.
                let event = TimelineEvent(
                    id: "$2",
                    sender: SampleHomeserver.user,
                    time: 1,
                    content: .message(MessageContent(body: "two"))
                )
                let since = stage.chat.rooms.state.value.since
                let update = RoomUpdate(tea, events: [event])
                stage.chat.dispatcher.dispatch(Synced(rooms: [update], since: since, end: nil))
                expect(stage.rows(tea)).to(equal(["one", "two", "two …"]))
                stage.chat.dispatcher.dispatch(OutboxAnswered<Outgoing>(key, .saved("$2")))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
                expect(stage.chat.sending.state.value.sent(to: tea)).to(beEmpty())
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
            }

            it("is sent in order, one after the other") {
                stage.signIn()
                for text in ["a", "b", "c"] { stage.chat.send(text, to: tea) }
                expect(stage.rows(tea)).to(equal(["one", "a …", "b …", "c …"]))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.server.change { $0.texts(in: tea) }).to(equal(["one", "a", "b", "c"]))
                expect(stage.rows(tea)).to(equal(["one", "a", "b", "c"]))
            }

            it("stays with a word where the server refuses it, and lets the next one pass") {
                stage.signIn()
                stage.server.change { $0.closedRooms = [tea] }
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "two !"]))
                stage.server.change { $0.closedRooms = [] }
                stage.chat.send("three", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "three", "two !"]))
                stage.chat.dispatcher.dispatch(Resend(room: tea))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "three", "two"]))
            }

            it("is refused in the next run, too, and not sent again by itself") {
                stage.signIn()
                stage.server.change { $0.closedRooms = [tea] }
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                stage.server.change { $0.closedRooms = [] }
                try await stage.restart()
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "two !"]))
                expect(stage.server.change { $0.texts(in: tea) }).to(equal(["one"]))
            }

            it("can be given up") {
                stage.signIn()
                stage.server.change { $0.closedRooms = [tea] }
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                stage.chat.dispatcher.dispatch(Discard(room: tea))
                expect(stage.rows(tea)).to(equal(["one"]))
            }

            it("waits as long as the server says") {
                stage.signIn()
                // One for what is sent; the sync that waits is not asked again meanwhile.
                stage.server.change { ($0.refusals, $0.refusalDelay) = (1, .seconds(7)) }
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(3))
                // What comes meanwhile shortens nothing.
                stage.server.change { _ = $0.say("three", in: tea) }
                stage.scheduler.advance(by: .seconds(3))
                expect(stage.rows(tea)).to(equal(["one", "three", "two …"]))
                stage.scheduler.advance(by: .seconds(2))
                expect(stage.rows(tea)).to(equal(["one", "three", "two"]))
                expect(stage.network.requests.filter { $0.contains("/send/") }).to(haveCount(2))
            }
        }

        describe("what is sent while the network is gone") {
            it("is sent in order when it is back") {
                stage.signIn()
                stage.network.isUp = false
                for text in ["a", "b", "c"] { stage.chat.send(text, to: tea) }
                stage.scheduler.advance(by: .seconds(100))
                expect(stage.rows(tea)).to(equal(["one", "a …", "b …", "c …"]))
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "a", "b", "c"]))
            }

            it("is sent after a restart, once") {
                stage.signIn()
                stage.scheduler.advance(by: .seconds(6))
                stage.network.isUp = false
                for text in ["a", "b"] { stage.chat.send(text, to: tea) }
                stage.scheduler.advance(by: .seconds(5))
                try await stage.restart()
                expect(stage.rows(tea)).to(equal(["one", "a …", "b …"]))
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "a", "b"]))
                expect(stage.server.change { $0.texts(in: tea) }).to(equal(["one", "a", "b"]))
            }

            it("is sent after a restart, also where the rooms were lost, as soon as they are there again") {
                stage.signIn()
                stage.network.isUp = false
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(5))
                try stage.loseRooms()
                stage.network.isUp = true
                try await stage.restart()
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
            }

            it("is neither doubled nor sent again where the answer was lost, and the event is there") {
                stage.signIn()
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .milliseconds(5))
                stage.network.isUp = false
                stage.scheduler.advance(by: .milliseconds(10))
                stage.network.isUp = true
                stage.scheduler.advance(by: .milliseconds(500))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
                stage.scheduler.advance(by: .seconds(5))
                expect(stage.network.requests.filter { $0.contains("/send/") }).to(haveCount(1))
            }

            it("is known again where only the answer was lost") {
                stage.signIn()
                stage.scheduler.advance(by: .seconds(1))
                stage.chat.send("two", to: tea)
                // The server has it, and the answer breaks off.
                stage.scheduler.advance(by: .milliseconds(5))
                stage.network.isUp = false
                stage.scheduler.advance(by: .seconds(40))
                expect(stage.server.change { $0.texts(in: tea) }).to(equal(["one", "two"]))
                expect(stage.rows(tea)).to(equal(["one", "two …"]))
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
                expect(stage.chat.sending.state.value.sent(to: tea)).to(beEmpty())
                expect(stage.server.change { $0.texts(in: tea) }).to(equal(["one", "two"]))
            }
        }

        describe("a message whose answer was lost, and which is refused then") {
            @TestState var faults = Faults()

            beforeEach {
                stage = Stage(over: { transport, _ in FaultyTransport(over: transport, faults) })
                stage.server.change { _ = $0.say("one", in: tea) }
                stage.signIn()
                stage.scheduler.advance(by: .seconds(1))
            }

            /// Loses the answer to a message, and refuses the next attempt.
            func lose(_ fault: Faults.Kind) {
                faults.change { ($0.sending, $0.syncs) = (fault, true) }
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .milliseconds(500))
                faults.change { $0.sending = nil }
                stage.server.change { $0.closedRooms = [tea] }
            }

            it("is asked for, and stands where the homeserver has it") {
                lose(.answer)
                stage.chat.send("three", to: tea)
                stage.scheduler.advance(by: .seconds(5))
                // The next one is sent, and refused.
                expect(stage.rows(tea)).to(equal(["one", "two …", "three !"]))
                faults.change { $0.syncs = false }
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "two", "three !"]))
                expect(stage.server.change { $0.texts(in: tea) }).to(equal(["one", "two"]))
            }

            it("is refused where the homeserver does not have it") {
                lose(.request)
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "two !"]))
                let sent = stage.chat.sending.state.value.sent(to: tea)
                expect(sent.map(\.refusal)).toNot(contain { $0?.contains("may have been sent") == true })
                expect(stage.chat.sending.state.value.outbox.unknown).to(beEmpty())
            }

            it("is said to be perhaps there as long as nobody can be asked") {
                lose(.answer)
                faults.change { $0.questions = true }
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.chat.sending.state.value.outbox.refused).to(beEmpty())
                expect(stage.chat.sending.state.value.sent(to: tea).first?.refusal).to(contain("it may have been sent"))
                faults.change { $0.questions = false }
                stage.scheduler.advance(by: .seconds(600))
                expect(stage.chat.sending.state.value.outbox.entries).to(beEmpty())
            }
        }

        describe("a room that the user leaves") {
            it("is not sent what has waited, also if the user joins again") {
                stage.signIn()
                stage.network.isUp = false
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                stage.server.change { $0.removeUser(from: tea) }
                // What is asked for first is what is new.
                stage.chat.dispatcher.dispatch(SignedOut())
                stage.network.isUp = true
                stage.chat.dispatcher.dispatch(SyncResumed())
                let since = stage.chat.rooms.state.value.since ?? ""
                let left = RoomUpdate(tea, .left, [:])
                stage.chat.dispatcher.dispatch(
                    Synced(rooms: [left], since: since, end: SyncAnswer(next: since, rooms: [left]))
                )
                expect(stage.chat.sending.state.value.outbox.entries).to(beEmpty())
                try await stage.restart()
                expect(stage.chat.sending.state.value.outbox.entries).to(beEmpty())
            }
        }

        describe("what is written") {
            it("is there in the next run, until it is sent") {
                stage.signIn()
                stage.chat.conversations.dispatch(Draft(text: "tw"), to: tea)
                try await stage.restart()
                expect(stage.chat.conversations[tea]?.state.value.draft).to(equal("tw"))
                stage.chat.send("two", to: tea)
                expect(stage.chat.conversations[tea]?.state.value.draft).to(equal(""))
                try await stage.restart()
                expect(stage.chat.conversations[tea]?.state.value.draft).to(equal(""))
                expect(stage.rows(tea)).to(equal(["one", "two …"]))
            }
        }

        describe("what is deleted") {
            it("is gone at once, and stays gone") {
                stage.signIn()
                stage.chat.redact("$1", in: tea)
                expect(stage.rows(tea)).to(equal(["(deleted) …"]))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["(deleted)"]))
            }

            it("is there again, and says so, where the server refuses") {
                stage.signIn()
                stage.server.change { $0.closedRooms = [tea] }
                stage.chat.redact("$1", in: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one !"]))
            }

            it("arrives as an update where somebody else deletes it") {
                stage.signIn()
                stage.server.change {
                    $0.add(["type": "m.room.redaction", "sender": "@ada:x", "redacts": "$1", "content": [:]], to: tea)
                }
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["(deleted)"]))
            }
        }

        describe("a log-out") {
            it("keeps what was not sent, and sends it after the next log-in") {
                stage.signIn()
                stage.server.change { $0.signOutAll() }
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.session.state.value.account).to(beNil())
                expect(stage.rows(tea)).to(equal(["one", "two …"]))
                stage.signIn()
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
            }

            it("is not one of the next login where an answer comes late, and that is sent again") {
                stage = Stage { SlowSends(transport: $0, clock: $1) }
                stage.server.change { _ = $0.say("one", in: tea) }
                stage.signIn()
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .milliseconds(10))
                stage.server.change { $0.signOutAll() }
                stage.chat.dispatcher.dispatch(SignedOut())
                stage.signIn()
                stage.scheduler.advance(by: .seconds(5))
                expect(stage.chat.session.state.value.account).toNot(beNil())
                expect(stage.rows(tea)).to(equal(["one", "two"]))
            }

            it("keeps a pause that the homeserver has asked for, and sends nothing meanwhile") {
                stage.signIn()
                stage.server.change { ($0.refusals, $0.refusalDelay) = (1, .seconds(20)) }
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                stage.chat.dispatcher.dispatch(SignedOut())
                stage.scheduler.advance(by: .seconds(1))
                stage.signIn()
                stage.scheduler.advance(by: .seconds(17))
                expect(stage.rows(tea)).to(equal(["one", "two …"]))
                stage.scheduler.advance(by: .seconds(3))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
            }

            it("sends nothing as another user") {
                stage.signIn()
                stage.network.isUp = false
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                stage.chat.dispatcher.dispatch(SignedOut())
                stage.network.isUp = true
                stage.chat.dispatcher.dispatch(SignedIn(account: Account(user: "@eve:sample.example", device: "E")))
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.chat.sending.state.value.outbox.counts).to(equal(OutboxCounts(held: 1)))
                expect(stage.chat.sending.state.value.sent(to: tea)).to(beEmpty())
                expect(stage.server.change { $0.texts(in: tea) }).to(equal(["one"]))
                // And it is there again with its author.
                stage.chat.dispatcher.dispatch(SignedOut())
                stage.signIn()
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.server.change { $0.texts(in: tea) }).to(equal(["one", "two"]))
            }

            it("gives up what says nothing of its author, as older versions have written it") {
                stage.signIn()
                stage.network.isUp = false
                let text = #"{"!tea":[{"id":"1","kind":{"text":{"_0":"two"}},"time":1,"delivery":{}}]}"#
                let former = try JSONDecoder().decode(FormerOutbox.self, from: Data(text.utf8))
                stage.chat.dispatcher.dispatch(former)
                expect(stage.chat.sending.state.value.outbox.entries.map(\.edit.id)).to(equal(["1"]))
                stage.chat.dispatcher.dispatch(SignedOut())
                stage.chat.dispatcher.dispatch(SignedIn(account: Account(user: "@eve:sample.example", device: "E")))
                expect(stage.chat.sending.state.value.outbox.entries).to(beEmpty())
            }

            it("sends nothing in the next run before somebody is signed in") {
                stage.signIn()
                stage.network.isUp = false
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                try await stage.restart()
                let entries = stage.chat.sending.state.value.outbox.entries
                expect(entries.map(\.account)).to(equal([SampleHomeserver.user]))
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.server.change { $0.texts(in: tea) }).to(equal(["one", "two"]))
            }

            it("sends it at the log-in, also where the rooms cannot be asked for yet") {
                stage.signIn()
                stage.server.change { $0.signOutAll() }
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                stage.chat.dispatcher.dispatch(SignIn(user: SampleHomeserver.user, password: Secret("sesame")))
                stage.scheduler.advance(by: .milliseconds(15))
                // One for the sync, which is on its way.
                stage.server.change { ($0.refusals, $0.refusalDelay) = (1, .seconds(20)) }
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.rooms.state.value.failures).to(equal(1))
                expect(stage.server.change { $0.texts(in: tea) }).to(equal(["one", "two"]))
            }
        }
    }
}

/// A network on which a message takes a second.
private struct SlowSends: Transport {
    let transport: any Transport
    let clock: TestScheduler

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        if request.url.path.contains("/send/") {
            do { try await clock.sleep(for: .seconds(1)) } catch { throw .cancelled }
        }
        try await transport.send(request, to: receiver)
    }
}

/// What a network loses.
private final class Faults: Sendable {
    enum Kind { case request, answer }

    struct State {
        /// What is lost where a message is sent.
        var sending: Kind?
        var syncs = false
        /// Whether pages of events are.
        var questions = false
    }

    private let state = Mutex(State())

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    var present: State { state.withLock { $0 } }
}

private struct FaultyTransport: Transport {
    let transport: any Transport
    let faults: Faults

    init(over transport: any Transport, _ faults: Faults) { (self.transport, self.faults) = (transport, faults) }

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        let (path, faults) = (request.url.path, faults.present)
        if path.hasSuffix("/sync") {
            // Also the one that waits already.
            let answer = AnswerKeeper()
            try await transport.send(request, to: answer.receiver)
            if self.faults.present.syncs { throw .noNetwork }
            return answer.pass(to: receiver)
        }
        if path.hasSuffix("/messages"), faults.questions { throw .noNetwork }
        guard path.contains("/send/"), let fault = faults.sending else {
            return try await transport.send(request, to: receiver)
        }
        if fault == .answer {
            try await transport.send(
                request,
                to: AnswerReceiver { _ in
                    true
                } onPiece: { _ in
                    true
                }
            )
        }
        throw .brokenAnswer
    }
}

/// Keeps an answer until it is passed on.
private final class AnswerKeeper: Sendable {
    private let answer = Mutex((head: Response(), body: Data()))

    var receiver: AnswerReceiver {
        AnswerReceiver { head in
            self.answer.withLock { $0.head = head }
            return true
        } onPiece: { piece in
            self.answer.withLock { $0.body += piece }
            return true
        }
    }

    func pass(to receiver: AnswerReceiver) {
        let (head, body) = answer.withLock { $0 }
        if receiver.receive(head: head), !body.isEmpty { _ = receiver.receive(body) }
    }
}
