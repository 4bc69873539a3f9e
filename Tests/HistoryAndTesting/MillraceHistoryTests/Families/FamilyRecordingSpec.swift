import Foundation
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// A family in a recording, and in its replay.
final class FamilyRecordingSpec: Spec {
    private struct Session {
        let dispatcher: Dispatcher
        let lobby: Store<Lobby>
        let rooms: StoreFamily<Int, Room>

        init(on scheduler: TestScheduler, making: StoreFamily<Int, Room>.Making = .withElements, trace: String = "") {
            let dispatcher = Dispatcher(on: scheduler)
            self.dispatcher = dispatcher
            lobby = makeLobby([1], on: dispatcher)
            rooms = StoreFamily(of: lobby, \.rooms, name: "rooms", making: making) { id in
                Store(Room(id: id), on: dispatcher) { store in
                    store.on(Say.self) { state, action in state.lines.append(action.text + trace) }
                    store.on(Echo.self) { state, _ in
                        .run {
                            try await scheduler.sleep(for: .seconds(1))
                            return Say("echo")
                        }
                    }
                }
            }
        }

        var states: [Int: [String]] { rooms.keys.reduce(into: [:]) { $0[$1] = rooms[$1]?.state.value.lines } }
    }

    func testSpec() {
        @TestState var scheduler = TestScheduler()
        beforeEach {
        }

        func record(making: StoreFamily<Int, Room>.Making = .withElements) -> (Tape, [Int: [String]]) {
            let (tape, session) = (Tape(), Session(on: scheduler, making: making))
            let recorder = ActionRecorder(
                digesting: session.lobby,
                session.rooms,
                on: session.dispatcher,
                to: tape.write
            )
            session.dispatcher.dispatch(Open(room: 2))
            session.rooms.dispatch(Echo(), to: 2)
            session.rooms.dispatch(Say("a"), to: 1)
            scheduler.run()
            session.dispatcher.dispatch(Say("all"))
            session.dispatcher.dispatch(Close(room: 1))
            session.rooms.dispatch(Say("nobody"), to: 1)
            recorder.finish()
            return (tape, session.states)
        }

        it("is recorded by the names of its members") {
            let (tape, _) = record()
            expect(tape.contents.filter { $0.contains(#""addressee":"rooms[2]""#) }.count).to(equal(2))
            expect(tape.contents[3]).to(contain(#""digests":{"rooms[1]":"#))
            expect(tape.contents[1]).to(contain(#""rooms[2]":"#))
        }

        it("replays to the same states, actions for members that are not there included") {
            for making in [StoreFamily<Int, Room>.Making.withElements, .whenAsked] {
                let (tape, states) = record(making: making)
                let session = Session(on: scheduler, making: making)
                let outcome = try ActionRecording(tape.data)
                    .replay(to: session.lobby, session.rooms, on: session.dispatcher)
                expect(outcome).to(equal(.same(turns: 7)))
                expect(session.states).to(equal(states))
                scheduler = TestScheduler()
            }
        }

        it("replays members that were made because somebody has looked at them") {
            let (tape, session) = (Tape(), Session(on: scheduler, making: .whenAsked))
            let recorder = ActionRecorder(
                digesting: session.lobby,
                session.rooms,
                on: session.dispatcher,
                to: tape.write
            )
            let views = [
                session.lobby.state.observe { _ in _ = session.rooms[1] },
                session.rooms.state(of: 2).observe { _ in },
            ]
            session.dispatcher.dispatch(Open(room: 2))
            session.dispatcher.dispatch(Say("all"))
            recorder.finish()
            views.forEach { $0.cancel() }
            let other = Session(on: scheduler, making: .whenAsked)
            let outcome = try ActionRecording(tape.data).replay(to: other.lobby, other.rooms, on: other.dispatcher)
            expect(outcome).to(equal(.same(turns: 2)))
            expect(other.states).to(equal([1: ["all"], 2: ["all"]]))
        }

        it("tells the member that becomes another one") {
            let (tape, _) = record()
            let session = Session(on: scheduler, trace: "!")
            let outcome = try ActionRecording(tape.data)
                .replay(to: session.lobby, session.rooms, on: session.dispatcher)
            expect(outcome).to(equal(.different(turn: 3, action: "Say", store: "rooms[1]", isRedacted: false)))
        }

        it("tells that it begins with other elements") {
            let (tape, _) = record()
            let session = Session(on: scheduler)
            session.dispatcher.dispatch(Open(room: 7))
            let outcome = try ActionRecording(tape.data).replay(to: session.rooms, on: session.dispatcher)
            expect(outcome).to(equal(.different(turn: 0, action: "", store: "rooms", isRedacted: false)))
        }

        it("is not compared where it was not digested, and its members are still spoken to") {
            let (tape, session) = (Tape(), Session(on: scheduler))
            let recorder = ActionRecorder(digesting: session.lobby, on: session.dispatcher, to: tape.write)
            session.rooms.dispatch(Say("a"), to: 1)
            recorder.finish()
            let other = Session(on: scheduler, trace: "!")
            let outcome = try ActionRecording(tape.data)
                .replay(to: other.lobby, other.rooms, on: other.dispatcher)
            expect(outcome).to(equal(.same(turns: 1)))
            expect(other.states).to(equal([1: ["a!"]]))
        }
    }
}
