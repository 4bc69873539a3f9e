import Foundation
import MillraceFlux
import MillraceSignals
import MillraceSpecs

final class ActionRecorderSpec: Spec {
    func testSpec() {
        var dispatcher = Dispatcher()
        var counter = makeCounter(on: dispatcher)
        var tape = Tape()
        var problems: [RecordingProblem] = []

        func record(_ types: ActionTypes = fixtureTypes) {
            let recorder = ActionRecorder(
                of: types,
                digesting: counter,
                on: dispatcher,
                notes: ["file": "a.xfdf"],
                to: tape.write,
                onProblem: { problems.append($0) }
            )
            withExtendedLifetime(recorder) {}
        }

        beforeEach {
            dispatcher = Dispatcher()
            counter = makeCounter(on: dispatcher, name: "counter")
            tape = Tape()
            problems = []
        }

        describe("a recorder") {
            it("begins with a header: the version, the first states, and the app's notes") {
                record()
                let digest = StateDigest(of: CounterState())
                expect(tape.text).to(
                    equal(
                        "{\"digests\":{\"counter\":\"\(digest)\"},\"millrace\":1,\"notes\":{\"file\":\"a.xfdf\"}}\n"
                    )
                )
            }

            it("has the first states in its header where they can be encoded, unless they are not wanted") {
                for recordsStates in [true, false] {
                    let dispatcher = Dispatcher()
                    let store = Store(["Ada"], on: dispatcher, name: "names")
                    let tape = Tape()
                    let recorder = ActionRecorder(
                        of: fixtureTypes,
                        digesting: store,
                        makeCounter(on: dispatcher, name: "counter"),
                        on: dispatcher,
                        recordsStates: recordsStates,
                        to: tape.write
                    )
                    expect(tape.text.contains("\"states\":{\"names\":[\"Ada\"]}")).to(equal(recordsStates))
                    let recording = try ActionRecording(tape.data, types: fixtureTypes)
                    let names = try recording.firstState(of: "names", as: [String].self)
                    expect(names ?? []).to(equal(recordsStates ? ["Ada"] : []))
                    expect(try recording.firstState(of: "counter", as: [String].self)).to(beNil())
                    if recordsStates {
                        expect(try recording.firstState(of: "names", as: Int.self)).to(throwError())
                    }
                    withExtendedLifetime(recorder) {}
                }
            }

            it("writes a line for each action: its number, its type, what it holds, and the digests") {
                record()
                dispatcher.dispatch(Add(amount: 3))
                let digest = StateDigest(of: CounterState(count: 3, added: [3]))
                expect(tape.lines.last).to(
                    equal(
                        "{\"action\":\"Add\",\"content\":{\"amount\":3},\"digests\":{\"counter\":\"\(digest)\"},\"turn\":1}"
                    )
                )
            }

            it("digests only what it is told to, and only what has changed") {
                let other = makeCounter(on: dispatcher, name: "other")
                var types = ActionTypes()
                types.add(Clear.self)
                record(types)
                dispatcher.dispatch(Clear())
                expect(tape.lines.last).to(equal("{\"action\":\"Clear\",\"content\":{},\"turn\":1}"))
                expect(tape.text).notTo(contain("other"))
                withExtendedLifetime(other) {}
            }

            it("hands over each line at once and whole") {
                record()
                for _ in 0..<3 { dispatcher.dispatch(Add()) }
                expect(tape.writes).to(equal(4))
                expect(tape.text.last).to(equal("\n"))
            }

            it("keeps secrets out") {
                var types = ActionTypes()
                types.add(Rename.self) { _ in Rename(name: "") }
                record(types)
                dispatcher.dispatch(Rename(name: "secret"))
                expect(tape.lines.last).to(contain("\"content\":{\"name\":\"\"}", "\"redacted\":true"))
                expect(tape.text).notTo(contain("secret"))
                expect(counter.state.value.name).to(equal("secret"))
            }

            it("calls a type what it is told to") {
                var types = ActionTypes()
                types.add(Add.self, as: "plus")
                record(types)
                dispatcher.dispatch(Add())
                expect(tape.lines.last).to(contain("\"action\":\"plus\""))
            }

            it("records what reaches the stores: what middleware lets through, as it does") {
                dispatcher.install(
                    Desk(before: { action in
                        switch action {
                        case let add as Add where add.amount > 1: .replace(by: Rename(name: "many"))
                        case is Add: .pass
                        default: .drop
                        }
                    })
                )
                record()
                dispatcher.install(Desk(before: { ($0 as? Add)?.amount == 0 ? .drop : .pass }))
                dispatcher.dispatch(Add(amount: 2))
                dispatcher.dispatch(Clear())
                dispatcher.dispatch(Add(amount: 0))
                dispatcher.dispatch(Add(amount: 1))
                expect(tape.lines.dropFirst().map { $0.contains("Rename") }).to(equal([true, false]))
            }

            it("writes to a file handle") {
                let pipe = Pipe()
                let recorder = ActionRecorder(of: ActionTypes(), on: dispatcher, to: pipe.fileHandleForWriting)
                try pipe.fileHandleForWriting.close()
                let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                expect(text).to(equal("{\"digests\":{},\"millrace\":1,\"notes\":{}}\n"))
                withExtendedLifetime(recorder) {}
            }
        }

        describe("what cannot be recorded") {
            it("is told, where the type is unknown, and stands there without its content") {
                record()
                dispatcher.dispatch(Clear())
                expect(problems).to(haveCount(1))
                expect("\(problems[0])").to(contain("Clear was not recorded", "To fix: "))
                expect(tape.lines.last).to(contain("\"action\":\"Clear\"", "\"missing\":"))
                expect(tape.lines.last).notTo(contain("content"))
            }

            it("is told, where it cannot be encoded") {
                struct Odd: Action, Codable {
                    func encode(to encoder: any Encoder) throws { throw Tape.Full() }
                }
                var types = ActionTypes()
                types.add(Odd.self)
                record(types)
                dispatcher.dispatch(Odd())
                expect("\(problems[0])").to(contain("Odd is not to be read or written: Full()", "To fix: "))
                expect(tape.lines.last).to(contain("\"action\":\"Odd\"", "\"missing\":"))
            }

            it("is told, where first states cannot be encoded, which are then left out") {
                struct Odd: Codable {
                    func encode(to encoder: any Encoder) throws { throw Tape.Full() }
                }
                let odd = Store(Odd(), on: dispatcher, name: "odd")
                let recorder = ActionRecorder(
                    of: fixtureTypes,
                    digesting: odd,
                    on: dispatcher,
                    to: tape.write,
                    onProblem: { problems.append($0) }
                )
                expect("\(problems[0])").to(contain("the first states are not recorded: Full()", "To fix: "))
                expect(tape.lines.last).to(contain("\"millrace\":1"))
                expect(tape.lines.last).notTo(contain("states"))
                withExtendedLifetime(recorder) {}
            }

            it("is told, where the output fails, and comes again with the next action") {
                record()
                tape.room = 20
                dispatcher.dispatch(Add(amount: 1))
                dispatcher.dispatch(Add(amount: 2))
                expect(problems).to(haveCount(2))
                expect("\(problems[0])").to(contain("the output failed: Full()", "To fix: "))
                tape.room = nil
                dispatcher.dispatch(Add(amount: 3))
                let recording = try ActionRecording(tape.data, types: fixtureTypes)
                expect(recording.count).to(equal(3))
                expect(recording.isCutOff).to(beFalse())
            }
        }
    }
}
