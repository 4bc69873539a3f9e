import Foundation
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

private struct Load: Action, Codable {}

/// Says nothing of whom it is for.
private struct Loaded: Action, Codable { let text: String }

private struct Closed: Action, Codable {}

/// Actions to one store, and the answers of effects, need no guard by which a store tells that they are its own.
final class AddressedRecordingSpec: Spec {
    /// Two panes and a family, whose stores all handle the same actions, and ask nobody whom these are for.
    private final class Session {
        let dispatcher: Dispatcher
        let lobby: Store<Lobby>
        let panes: [Store<[String]>]
        let rooms: StoreFamily<Int, [String]>

        init(on scheduler: TestScheduler, slowness: @escaping (String) -> Duration = { _ in .zero }) {
            let dispatcher = Dispatcher(on: scheduler)
            func make(_ name: String) -> Store<[String]> {
                Store([], on: dispatcher, name: name) { store in
                    store.on(Load.self) { state, _ in
                        state.append("asked")
                        return .run {
                            try await scheduler.sleep(for: slowness(name))
                            return Loaded(text: name)
                        }
                    }
                    store.on(Loaded.self) { $0.append($1.text) }
                    store.on(Closed.self) { state, _ in
                        state.append("closed")
                        return .run { send in send.toAll(Loaded(text: "\(name) is closed")) }
                    }
                }
            }
            self.dispatcher = dispatcher
            lobby = makeLobby([1, 2], on: dispatcher)
            panes = [make("left"), make("right")]
            rooms = StoreFamily(of: lobby, \.rooms, name: "rooms") { make("room \($0)") }
        }

        var states: [[String]] {
            panes.map(\.state.value) + rooms.keys.map { rooms[$0]?.state.value ?? [] }
        }

        func replay(_ tape: Tape) throws -> ReplayOutcome {
            try ActionRecording(tape.data).replay(to: lobby, panes[0], panes[1], rooms, on: dispatcher)
        }
    }

    private func record(_ session: Session) -> Tape {
        let tape = Tape()
        let (panes, dispatcher) = (session.panes, session.dispatcher)
        _ = ActionRecorder(digesting: session.lobby, panes[0], panes[1], session.rooms, on: dispatcher, to: tape.write)
        return tape
    }

    func testSpec() {
        @TestState var scheduler = TestScheduler()

        describe("an action to one, and the answer to it") {
            it("is recorded with the name of that store, and replayed to it alone") {
                let session = Session(on: scheduler) { $0 == "left" || $0 == "room 1" ? .seconds(2) : .seconds(1) }
                let tape = self.record(session)
                let dispatcher = session.dispatcher
                dispatcher.dispatch(Load(), to: session.panes[0])
                dispatcher.dispatch(Load(), to: session.panes[1])
                for room in 1...2 { session.rooms.dispatch(Load(), to: room) }
                scheduler.run()
                expect(session.states) == [
                    ["asked", "left"], ["asked", "right"], ["asked", "room 1"], ["asked", "room 2"],
                ]
                let addressees = tape.contents.compactMap { $0.firstMatch(of: /"addressee":"([^"]*)"/)?.1 }.map(
                    String.init
                )
                expect(addressees) == [
                    "left", "right", "rooms[1]", "rooms[2]", "right", "rooms[2]", "left", "rooms[1]",
                ]
                let again = Session(on: scheduler)
                expect(try again.replay(tape)) == .same(turns: 8)
                expect(again.states) == session.states
            }

            it("is recorded without a name where all are meant") {
                let session = Session(on: scheduler)
                let tape = self.record(session)
                session.rooms.dispatch(Closed(), to: 2)
                scheduler.run()
                expect(session.states) == [
                    ["room 2 is closed"], ["room 2 is closed"], ["room 2 is closed"], ["closed", "room 2 is closed"],
                ]
                expect(tape.contents.map { $0.contains("addressee") }) == [false, true, false]
                let again = Session(on: scheduler)
                expect(try again.replay(tape)) == .same(turns: 2)
                expect(again.states) == session.states
            }
        }

        describe("random actions to one, to some and to all") {
            it("come to the same states in a replay, in whatever order the answers came") {
                for seed in Programs.some(of: 0..<30 as Range<UInt64>) {
                    var generator = SeededGenerator(seed: seed)
                    let scheduler = TestScheduler()
                    let session = Session(on: scheduler) { _ in .milliseconds(Int.random(in: 0...50, using: &generator))
                    }
                    let tape = self.record(session)
                    let dispatcher = session.dispatcher
                    for _ in 0..<40 {
                        let room = Int.random(in: 1...4, using: &generator)
                        switch Int.random(in: 0..<8, using: &generator) {
                        case 0: dispatcher.dispatch(Open(room: room))
                        case 1: dispatcher.dispatch(Close(room: room))
                        case 2: dispatcher.dispatch(Load())
                        case 3: dispatcher.dispatch(Load(), to: session.panes[room % 2])
                        case 4: session.rooms.dispatch(Closed(), to: room)
                        case 5: scheduler.advance(by: .milliseconds(20))
                        default: session.rooms.dispatch(Load(), to: room)
                        }
                    }
                    scheduler.run()
                    let again = Session(on: scheduler)
                    let turns = tape.lines.count - 1
                    expect(try again.replay(tape)) == .same(turns: turns)
                    expect(again.states) == session.states
                }
            }
        }
    }
}
