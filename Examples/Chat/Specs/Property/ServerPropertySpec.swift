import Millrace
import MillraceApp
import MillraceNetwork
import MillraceSpecs
import SampleHomeserver
import TestSupport

@testable import MatrixChat

/// Whatever happens in whatever order, the rooms end as the homeserver has them.
final class ServerPropertySpec: Spec {
    func testSpec() {
        it("ends with the server's rooms after any order of answers, sends and faults") {
            var random = SeededGenerator(Seed.current)
            for _ in Programs(12) { try await play(&random) }
        }

        func play(_ random: inout SeededGenerator) async throws {
            let seed = random.next()
            var limits = ChatLimits()
            (limits.part, limits.kept, limits.keptOfOpen) = (3, 5, 12)
            let stage = Stage(limits: limits) { server, clock in
                FaultyTransport(
                    over: server,
                    delay: .zero ... .milliseconds(300),
                    faults: .random(0.15, [.status(502), .brokenAnswer, .noConnection]),
                    seed: seed,
                    clock: clock
                )
            }
            stage.server.change { $0.limit = 4 }
            let rooms = ["!a", "!b", "!c"]
            for room in rooms { stage.server.change { $0.say("begin", in: room) } }
            /// Signs in, again and again: the log-in may be lost, too.
            func signIn() {
                for _ in 0..<40 where stage.chat.session.state.value.account == nil {
                    stage.chat.dispatcher.dispatch(SignIn(user: "you", password: Secret("sesame")))
                    stage.scheduler.advance(by: .seconds(2))
                }
            }
            signIn()
            var sent: [String: [String]] = [:]
            for step in 0..<60 {
                let room = rooms.randomElement(using: &random)!
                switch Int.random(in: 0..<12, using: &random) {
                case 0..<4: stage.server.change { server in for _ in 0...6 { server.say("\(step)", in: room) } }
                case 4..<6 where stage.chat.conversations.contains(room):
                    stage.chat.send("sent \(step)", to: room)
                    sent[room, default: []].append("sent \(step)")
                    // It is written down.
                    stage.scheduler.advance()
                case 6: stage.chat.fillLastGap(of: room)
                case 7: stage.network.isUp.toggle()
                case 8 where stage.chat.session.state.value.account != nil:
                    stage.crash(afterTurns: Int.random(in: 0...8, using: &random))
                case 10: stage.chat.dispatcher.dispatch(Go.show(Route(.rooms, .room(room))))
                case 11: stage.chat.dispatcher.dispatch(RoomSeen(room: room))
                case 9 where step.isMultiple(of: 3): stage.server.change { $0.signOutAll() }
                case 9 where stage.network.isUp: signIn()
                default: break
                }
                stage.scheduler.advance(by: .milliseconds(Int.random(in: 0...3_000, using: &random)))
                try await stage.restartIfCrashed()
            }
            stage.network.isUp = true
            // A device that was signed out learns it with its next request.
            for _ in 0..<3 {
                stage.scheduler.advance(by: .seconds(100))
                signIn()
            }
            stage.scheduler.advance(by: .seconds(100))
            for room in rooms {
                for _ in 0..<200 where stage.chat.rooms.state.value.rooms[id: room]?.lastGap != nil {
                    stage.chat.fillLastGap(of: room)
                    stage.scheduler.advance(by: .seconds(1))
                }
                let texts = stage.server.change { $0.texts(in: room) }
                expect(stage.rows(room)).to(equal(texts), description: "seed \(seed)")
                // Each message that was sent is there once, in order.
                expect(texts.filter { $0.hasPrefix("sent") }).to(equal(sent[room] ?? []), description: "seed \(seed)")
            }
            expect(stage.network.mostSyncs).to(equal(1))
        }
    }
}
