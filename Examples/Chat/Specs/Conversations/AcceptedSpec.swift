import Millrace
import MillraceSpecs
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// What the homeserver has accepted and has not sent back yet.
final class AcceptedSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()

        beforeEach {
            stage.server.change { _ = $0.say("one", in: tea) }
            stage.signIn()
        }

        /// Loses the network when the homeserver has accepted what was sent, before it has sent it back.
        func loseNetwork() {
            stage.scheduler.advance(by: .milliseconds(15))
            stage.network.isUp = false
            stage.scheduler.advance(by: .seconds(1))
            expect(stage.chat.sending.state.value.sent(to: tea).first?.event).to(equal("$2"))
        }

        /// The network comes back after a long time: the answer begins behind what was sent.
        func findNetwork() {
            stage.server.change { server in for number in 1...40 { server.say("\(number)", in: tea) } }
            stage.network.isUp = true
            stage.scheduler.advance(by: .seconds(20))
        }

        describe("a message whose event lies in a gap") {
            let shown = ["one", "(gap)"] + (11...40).map(String.init)
            let all = ["one", "two"] + (1...40).map(String.init)

            it("is not on its way any more, and is there once when the gap is filled") {
                stage.chat.send("two", to: tea)
                var most = 0
                let subscription = stage.chat.view(of: tea).observe { view in
                    most = max(most, view?.rows.count { $0.words.hasPrefix("two") } ?? 0)
                }
                loseNetwork()
                expect(stage.rows(tea)).to(equal(["one", "two …"]))
                findNetwork()
                expect(stage.rows(tea)).to(equal(shown))
                stage.fillGaps(of: tea)
                expect(stage.rows(tea)).to(equal(all))
                expect(most).to(equal(1))
                subscription.cancel()
            }

            it("is not on its way any more after a restart") {
                stage.chat.send("two", to: tea)
                loseNetwork()
                try await stage.restart()
                expect(stage.rows(tea)).to(equal(["one", "two …"]))
                findNetwork()
                expect(stage.rows(tea)).to(equal(shown))
                try await stage.restart()
                expect(stage.rows(tea)).to(equal(shown))
                stage.scheduler.advance(by: .seconds(1))
                stage.fillGaps(of: tea)
                expect(stage.rows(tea)).to(equal(all))
            }
        }

        it("stays while an answer arrives that was asked for before") {
            let update = RoomUpdate(
                tea,
                events: [TimelineEvent(id: "$x", sender: "@ada:x", time: 1, content: .encrypted)]
            )
            let since = stage.chat.rooms.state.value.since ?? ""
            stage.chat.send("two", to: tea)
            stage.scheduler.advance(by: .milliseconds(15))
            let answer = SyncAnswer(next: since, rooms: [update])
            stage.chat.dispatcher.dispatch(Synced(rooms: [update], since: since, end: answer))
            expect(stage.rows(tea)).to(equal(["one", "(encrypted)", "two …"]))
            stage.scheduler.advance(by: .seconds(1))
            expect(stage.rows(tea)).to(equal(["one", "(encrypted)", "two"]))
        }

        it("is deleted, if it is a deletion, also while its event lies in a gap") {
            stage.chat.redact("$1", in: tea)
            loseNetwork()
            expect(stage.rows(tea)).to(equal(["(deleted)"]))
            findNetwork()
            expect(stage.rows(tea).prefix(2)).to(equal(["(deleted)", "(gap)"]))
            try await stage.restart()
            expect(stage.rows(tea).prefix(2)).to(equal(["(deleted)", "(gap)"]))
            stage.scheduler.advance(by: .seconds(1))
            stage.fillGaps(of: tea)
            expect(stage.rows(tea).prefix(2)).to(equal(["(deleted)", "1"]))
            expect(stage.chat.sending.state.value.sent(to: tea)).to(beEmpty())
        }
    }
}
