import Millrace
import MillraceSpecs
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// A large answer is added in parts.
final class SyncPartsSpec: Spec {
    func testSpec() {
        var limits = ChatLimits()
        limits.part = 10
        @TestState var stage = Stage(limits: limits)
        var state: RoomsState { stage.chat.rooms.state.value }

        /// What every turn has brought: the number of new events, and whether the token was there.
        func turns(_ body: () -> Void) -> [(events: Int, hasToken: Bool, rooms: [String])] {
            var turns: [(events: Int, hasToken: Bool, rooms: [String])] = []
            var received = state.received
            let subscription = stage.chat.rooms.state.observe { state in
                turns.append((state.received - received, state.since != nil, state.rooms.map(\.id)))
                received = state.received
            }
            body()
            subscription.cancel()
            return turns
        }

        func say(_ numbers: ClosedRange<Int>, in room: String = tea) {
            stage.server.change { server in
                server.limit = 1_000
                for number in numbers { server.say("\(number)", in: room) }
            }
        }

        describe("an answer with many rooms") {
            it("is added a few events at a time, the room with the newest first") {
                for room in ["!a", "!b", "!c", "!d"] { say(1...8, in: room) }
                let turns = turns { stage.signIn() }
                expect(turns.map(\.events).max()).to(beLessThanOrEqualTo(10))
                expect(turns.map(\.events).reduce(0, +)).to(equal(32))
                expect(turns.first { !$0.rooms.isEmpty }?.rooms.first).to(equal("!d"))
                for room in ["!a", "!b", "!c", "!d"] {
                    expect(stage.rows(room)).to(equal((1...8).map(String.init)))
                }
            }

            it("has its token with the last part") {
                for room in ["!a", "!b", "!c"] { say(1...8, in: room) }
                let turns = turns { stage.signIn() }
                let received = turns.filter { $0.events > 0 }
                expect(received.count).to(beGreaterThan(2))
                expect(received.dropLast().contains { $0.hasToken }).to(beFalse())
                expect(received.last?.hasToken).to(beTrue())
            }

            it("tells how much of it has been received") {
                stage.server.change { $0.pace = .milliseconds(1) }
                say(1...1_000)
                var bytes: [Int] = []
                let subscription = stage.chat.rooms.state.observe { state in
                    if case .starting(let count) = state.status { bytes.append(count) }
                }
                stage.signIn()
                expect(bytes).to(contain(100_000))
                expect(stage.chat.rooms.state.value.status).to(equal(.upToDate))
                subscription.cancel()
            }

            it("may take any time while bytes arrive") {
                stage.server.change { $0.pace = .seconds(20) }
                say(1...1_000)
                stage.signIn()
                stage.scheduler.advance(by: .seconds(200))
                expect(stage.chat.rooms.state.value.received).to(equal(0))
                stage.scheduler.advance(by: .seconds(2_000))
                expect(stage.chat.rooms.state.value.status).to(equal(.upToDate))
                expect(stage.rows(tea)).to(contain("1000"))
            }

            it("lets in what the user does") {
                for room in ["!a", "!b", "!c"] { say(1...8, in: room) }
                // A task that waits runs between two parts.
                var (receivedBefore, isPosted) = (0, false)
                let subscription = stage.chat.rooms.state.observe { state in
                    guard state.received > 0, !isPosted else { return }
                    isPosted = true
                    stage.scheduler.start { receivedBefore = stage.chat.rooms.state.value.received }
                }
                stage.signIn()
                expect(receivedBefore).to(beLessThan(24))
                subscription.cancel()
            }
        }

        describe("what happens in the middle of an answer") {
            let rooms = (1...10).map { "!room\($0)" }

            it("stops with a log-out, and is complete after the next log-in") {
                for room in rooms { say(1...9, in: room) }
                let subscription = stage.chat.rooms.state.observe { state in
                    if state.received >= 30, state.since == nil, state.status != .off {
                        stage.chat.dispatcher.dispatch(SignedOut())
                    }
                }
                stage.signIn()
                expect(state.received).to(equal(36))
                expect(state.since).to(beNil())
                subscription.cancel()
                stage.signIn()
                for room in rooms { expect(stage.rows(room)).to(equal((1...9).map(String.init))) }
                expect(state.received).to(equal(90))
            }

            it("is repeated after a crash, and nothing is there twice") {
                say(1...20)
                stage.signIn()
                say(21...29)
                for room in rooms { say(1...9, in: room) }
                stage.crash(afterTurns: 3)
                stage.scheduler.advance(by: .seconds(1))
                let count = stage.network.syncCount
                try await stage.restartIfCrashed()
                expect(stage.rows(tea)).to(equal((1...20).map(String.init)))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal((1...29).map(String.init)))
                for room in rooms { expect(stage.rows(room)).to(equal((1...9).map(String.init))) }
                expect(stage.network.syncTokens.dropFirst(count).first).to(equal("s20"))
            }

            it("confirms what was sent with the part that has it") {
                say(1...2)
                stage.signIn()
                stage.chat.send("mine", to: tea)
                say(3...40)
                var wasDoubled = false
                let subscription = stage.chat.view(of: tea).observe { view in
                    if view?.rows.count(where: { $0.words.hasPrefix("mine") }) != 1 { wasDoubled = true }
                }
                stage.scheduler.advance(by: .seconds(1))
                expect(wasDoubled).to(beFalse())
                expect(stage.chat.sending.state.value.sent(to: tea)).to(beEmpty())
                subscription.cancel()
            }
        }
    }
}

extension RoomsState {
    /// How many events are here.
    fileprivate var received: Int { rooms.reduce(0) { $0 + $1.timeline.entries.count { !$0.isGap } } }
}
