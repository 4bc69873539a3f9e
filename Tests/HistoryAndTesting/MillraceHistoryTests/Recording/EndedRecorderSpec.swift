import Foundation
import MillraceFlux
import MillraceHistory
import MillraceSpecs
import TestSupport

/// The code that takes a recorder's lines, and its problems, may end the recording.
final class EndedRecorderSpec: Spec {
    private typealias Write = (Data) throws -> Void
    private typealias Make = (Dispatcher, @escaping Write, @escaping () -> Void) -> () -> Void

    func testSpec() {
        let kinds: [(name: String, end: String, make: Make)] = [
            (
                "an ActionRecorder", #""end":1"#,
                { dispatcher, write, onFailure in
                    let recorder = ActionRecorder(on: dispatcher, to: write, onFailure: { _ in onFailure() })
                    return { recorder.finish() }
                }
            ),
            (
                "an InspectionRecorder", #""end":1"#,
                { dispatcher, write, onFailure in
                    let recorder = InspectionRecorder(on: dispatcher, to: write, onFailure: { _ in onFailure() })
                    return { recorder.finish() }
                }
            ),
        ]
        describe("a recorder that is never finished") {
            it("is let go with the stores and families, and their dispatcher") {
                for isInspection in [false, true] {
                    let living = LivingCount()
                    do {
                        let lobby = makeLobby([1, 2], on: Dispatcher())
                        let rooms = makeRooms(of: lobby, making: .whenAsked)
                        let write: Write = living.watching { _ in }
                        if isInspection {
                            _ = InspectionRecorder(on: lobby.dispatcher, inspecting: lobby, rooms, to: write)
                        } else {
                            _ = ActionRecorder(digesting: lobby, rooms, on: lobby.dispatcher, to: write)
                        }
                        rooms.dispatch(Say("a"), to: 1)
                        expect(living.count) == 1
                        withExtendedLifetime((lobby, rooms)) {}
                    }
                    expect(living.count) == 0
                }
            }
        }

        for kind in kinds {
            describe(kind.name) {
                var dispatcher = Dispatcher()
                var counter = makeCounter(on: dispatcher)
                var tape = Tape()
                var finish: (() -> Void)?
                beforeEach {
                    dispatcher = Dispatcher()
                    counter = makeCounter(on: dispatcher)
                    (tape, finish) = (Tape(), nil)
                }

                it("ends behind the line with which it is ended, with those that belong to it") {
                    let end = kind.make(
                        dispatcher,
                        { line in
                            let end = finish
                            finish = nil
                            end?()
                            try tape.write(line)
                        },
                        {}
                    )
                    finish = end
                    for _ in 0..<2 { dispatcher.dispatch(Add()) }
                    expect(tape.lines.last ?? "").to(contain(kind.end))
                    expect(tape.lines.filter { $0.contains("amount") }.count) == 1
                    expect(counter.state.value.count) == 2
                }

                it("may be ended when it is told that it could not write") {
                    let end = kind.make(dispatcher, tape.write) { finish?() }
                    finish = end
                    tape.room = 0
                    let count = tape.lines.count
                    for _ in 0..<2 { dispatcher.dispatch(Add()) }
                    expect(tape.lines.count) == count
                    expect(counter.state.value.count) == 2
                }
            }
        }
    }
}
