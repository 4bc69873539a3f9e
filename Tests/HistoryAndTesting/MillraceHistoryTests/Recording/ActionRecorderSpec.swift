import Foundation
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

final class ActionRecorderSpec: Spec {
    func testSpec() {
        var dispatcher = Dispatcher()
        var counter = makeCounter(on: dispatcher)
        var tape = Tape()
        var problems: [RecordingError] = []

        func record() {
            let recorder = ActionRecorder(
                digesting: counter,
                on: dispatcher,
                notes: ["file": "a.xfdf"],
                to: tape.write,
                onFailure: { problems.append($0) }
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
                expect(tape.contents).to(
                    equal([
                        "{\"digests\":{\"counter\":\"\(digest)\"},\"millrace\":2,\"notes\":{\"file\":\"a.xfdf\"}}"
                    ])
                )
            }

            it("writes a line for each action: its number, its type, what it holds, and the digests") {
                record()
                dispatcher.dispatch(Add(amount: 3))
                let digest = StateDigest(of: CounterState(count: 3, added: [3]))
                expect(tape.contents.last).to(
                    equal(
                        "{\"action\":\"Add\",\"content\":{\"amount\":3},\"digests\":{\"counter\":\"\(digest)\"},\"turn\":1}"
                    )
                )
            }

            it("digests only what it is told to, and only what has changed") {
                keep(makeCounter(on: dispatcher, name: "other"))
                record()
                dispatcher.dispatch(Clear())
                expect(tape.contents.last).to(contain("{\"action\":\"Clear\",\"content\":{},\"turn\":1"))
                expect(tape.text).notTo(contain("other"))
            }

            it("puts a checksum into each line, of it and of all before") {
                record()
                dispatcher.dispatch(Add(amount: 3))
                dispatcher.dispatch(Add(amount: 3))
                expect(tape.data).to(equal(resealed(tape.text)))
            }

            it("writes an end when it is finished, once, and nothing more") {
                let recorder = ActionRecorder(digesting: counter, on: dispatcher, to: tape.write)
                dispatcher.dispatch(Add(amount: 1))
                recorder.finish()
                expect(tape.contents.last).to(equal("{\"end\":1}"))
                recorder.finish()
                dispatcher.dispatch(Add(amount: 1))
                expect(tape.lines).to(haveCount(3))
                expect(counter.state.value.added).to(equal([1, 1]))
            }

            it("lets go of what it digests when it is finished, or its output has failed") {
                for fails in [false, true] {
                    let tape = Tape()
                    weak var held: Observable<CounterState>?
                    let recorder = {
                        let other = makeCounter(on: Dispatcher(), name: "other")
                        held = other.state
                        return ActionRecorder(
                            digesting: other,
                            on: dispatcher,
                            to: tape.write,
                            onFailure: { _ in }
                        )
                    }()
                    expect(held == nil).to(beFalse())
                    tape.room = fails ? 0 : nil
                    if fails { dispatcher.dispatch(Add()) } else { recorder.finish() }
                    expect(held == nil).to(beTrue())
                }
            }

            it("hands over each line at once and whole") {
                record()
                for _ in 0..<3 { dispatcher.dispatch(Add()) }
                expect(tape.writes).to(equal(4))
                expect(tape.text.last).to(equal("\n"))
            }

            it("keeps secrets out") {
                record()
                dispatcher.dispatch(SignIn(user: "Ada", password: "hunter2"))
                let content = "\"content\":{\"password\":\"\",\"user\":\"Ada\"}"
                expect(tape.lines.last).to(contain(content, "\"redacted\":true"))
                expect(tape.text).notTo(contain("hunter2"))
            }

            it("calls a type what it is told to") {
                dispatcher = Dispatcher()
                record()
                dispatcher.dispatch(Plus(amount: 1))
                expect(tape.lines.last).to(contain("\"action\":\"Add\""))
            }

            it("records what reaches the stores: what middleware lets through, as it does") {
                dispatcher.install(
                    .stub(decide: { action in
                        switch action {
                        case let add as Add where add.amount > 1: .replace(by: Rename(name: "many"))
                        case is Add: .pass
                        default: .drop
                        }
                    })
                )
                record()
                dispatcher.install(.stub(decide: { ($0 as? Add)?.amount == 0 ? .drop : .pass }))
                dispatcher.dispatch(Add(amount: 2))
                dispatcher.dispatch(Clear())
                dispatcher.dispatch(Add(amount: 0))
                dispatcher.dispatch(Add(amount: 1))
                expect(tape.lines.dropFirst().map { $0.contains("Rename") }).to(equal([true, false]))
            }

            it("writes to a file handle") {
                let pipe = Pipe()
                keep(
                    ActionRecorder(on: dispatcher) {
                        try pipe.fileHandleForWriting.write(contentsOf: $0)
                    }
                )
                try pipe.fileHandleForWriting.close()
                let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                expect(text).to(equal("{\"sum\":\"a8ddb12e3727cdd9\",\"digests\":{},\"millrace\":2,\"notes\":{}}\n"))
            }
        }

        describe("what cannot be recorded") {
            it("is told, where the type is not Codable, and stands there without its content") {
                record()
                dispatcher.dispatch(Wink())
                expect(problems).to(haveCount(1))
                expect("\(problems[0])").to(contain("Wink was not recorded", "To fix: "))
                expect(tape.lines.last).to(contain("\"action\":\"Wink\"", "\"missing\":"))
                expect(tape.lines.last).notTo(contain("content"))
            }

            it("is told, where it cannot be encoded") {
                struct Odd: Action, Codable {
                    func encode(to encoder: any Encoder) throws { throw Tape.Full() }
                }
                record()
                dispatcher.dispatch(Odd())
                let name = "ActionRecorderSpec.Odd"
                expect("\(problems[0])").to(contain("\(name) is not to be read or written: Full()", "To fix: "))
                expect(tape.lines.last).to(contain("\"action\":\"\(name)\"", "\"missing\":"))
            }

            it("is told once, where a state has no digest, which is not compared then") {
                struct Search: Action, Codable { let pattern: String? }
                // So many that their digest is kept while they stay as they are.
                struct Searching {
                    var patterns: [Regex<AnyRegexOutput>?] = Array(repeating: nil, count: 64)
                    var count = 0
                }
                func makeStore(on dispatcher: Dispatcher) -> Store<Searching> {
                    Store(Searching(), on: dispatcher, name: "search") { store in
                        store.on(Search.self) { state, action in
                            state.count += 1
                            guard let pattern = action.pattern else { return }
                            state.patterns[0] = pattern.isEmpty ? nil : try? Regex(pattern)
                        }
                    }
                }
                let search = makeStore(on: dispatcher)
                let recorder = ActionRecorder(
                    digesting: search,
                    counter,
                    on: dispatcher,
                    to: tape.write,
                    onFailure: { problems.append($0) }
                )
                for pattern in ["a", nil, "", "b"] { dispatcher.dispatch(Search(pattern: pattern)) }
                recorder.finish()
                expect(problems).to(haveCount(1))
                expect("\(problems[0])").to(contain("the state of search has no digest", "Program", "To fix: "))
                expect(tape.contents.dropFirst().map { $0.contains("digests") }) == [false, false, true, false, false]
                let again = Dispatcher()
                let outcome = try ActionRecording(tape.data)
                    .replay(to: makeStore(on: again), makeCounter(on: again, name: "counter"), on: again)
                expect(outcome) == .same(turns: 4)
            }

            it("is told once, where the output fails, and the recording is cut off there") {
                record()
                let header = tape.data.count
                dispatcher.dispatch(Add(amount: 1))
                tape.room = 20
                for amount in 2...4 { dispatcher.dispatch(Add(amount: amount)) }
                expect(problems).to(haveCount(1))
                expect("\(problems[0])").to(contain("the output failed", "Full()", "To fix: "))
                tape.room = nil
                dispatcher.dispatch(Add(amount: 5))
                expect(problems).to(haveCount(1))
                expect(tape.writes).to(equal(3))
                let recording = try ActionRecording(tape.data)
                expect(recording.count).to(equal(1))
                expect(recording.isCutOff).to(beTrue())
                expect(tape.data.count).to(beGreaterThan(header + 20))
                expect(counter.state.value.added).to(equal([1, 2, 3, 4, 5]))
            }

            it("is told once, also where not even the header can be written, or the end") {
                tape.room = 0
                record()
                dispatcher.dispatch(Add())
                expect(problems).to(haveCount(1))
                tape = Tape()
                let recorder = ActionRecorder(
                    on: dispatcher,
                    to: tape.write,
                    onFailure: { problems.append($0) }
                )
                tape.room = 5
                recorder.finish()
                recorder.finish()
                expect(problems).to(haveCount(2))
            }
        }
    }
}
