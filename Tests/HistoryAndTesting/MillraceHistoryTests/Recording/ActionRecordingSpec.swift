import Foundation
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

final class ActionRecordingSpec: Spec {
    func testSpec() {
        /// A recording of a session, and the state that it ends with.
        func session(
            _ actions: [any Action] = [Add(amount: 1), Rename(name: "x"), Add(amount: 2)]
        ) -> (tape: Tape, state: CounterState) {
            let (dispatcher, tape) = (Dispatcher(), Tape())
            let counter = makeCounter(on: dispatcher, name: "counter")
            let recorder = ActionRecorder(
                digesting: counter,
                on: dispatcher,
                notes: ["by": "spec"],
                to: tape.write,
                onFailure: { _ in }
            )
            for action in actions { dispatcher.dispatch(action) }
            recorder.finish()
            return (tape, counter.state.value)
        }

        func replay(
            _ data: Data,
            to counter: Store<CounterState> = makeCounter(on: Dispatcher(), name: "counter")
        ) throws -> ReplayOutcome {
            try ActionRecording(data).replay(to: counter, on: counter.dispatcher)
        }

        describe("a recording") {
            it("has the notes, and says how many actions it holds") {
                let recording = try ActionRecording(session().tape.data)
                expect(recording.notes).to(equal(["by": "spec"]))
                expect(recording.count).to(equal(3))
                expect(recording.isCutOff).to(beFalse())
            }

            it("is none without a header, or with that of another version") {
                let lines = session().tape.lines
                expect(try replay(Data())).to(
                    throwError(RecordingError.self) {
                        expect("\($0)").to(contain("line 1 is not how a recording begins", "To fix: "))
                    }
                )
                expect(try replay(Data(lines[1].utf8))).to(throwError(RecordingError.self))
                let newer = resealed(
                    lines[0].replacingOccurrences(of: "\"millrace\":2", with: "\"millrace\":3,\"x\":0")
                )
                let older = Data(#"{"digests":{},"millrace":1,"notes":{}}"#.utf8)
                for (data, version) in [(newer, 3), (older, 1), (newer + Data("?\n".utf8), 3)] {
                    expect(try replay(data)).to(
                        throwError(RecordingError.self) {
                            expect("\($0)").to(contain("version \(version) of the format, known is 2", "To fix: "))
                        }
                    )
                }
            }

            it("may hold what no recorder wrote, though its checksums fit: an error, never a trap") {
                let text = session().tape.text
                let cases: [(String, String, Int)] = [
                    ("\"turn\":2", "\"turn\":3", 3), ("\"turn\":2", "\"turn\":-9223372036854775808", 3),
                    ("\"turn\":2", "\"turn\":1e300", 3), ("\"turn\":2", "\"turn\":null", 3),
                    ("{\"end\":3}", "{\"end\":4}", 5),
                    ("\"end\":3", "\"end\":4", 5), ("\"end\":3", "\"stop\":3", 5),
                ]
                for (old, new, line) in cases where text.contains(old) {
                    let data = resealed(text.replacingOccurrences(of: old, with: new))
                    expect(try replay(data)).to(
                        throwError(RecordingError.self) { expect("\($0)").to(contain("line \(line) is not")) }
                    )
                }
            }
        }

        describe("a replay") {
            it("makes the same states") {
                let (tape, state) = session()
                let counter = makeCounter(on: Dispatcher(), name: "counter")
                let outcome = try replay(tape.data, to: counter)
                expect(outcome).to(equal(.same(turns: 3)))
                expect("\(outcome)").to(equal("3 turns made the same states"))
                expect(counter.state.value).to(equal(state))
            }

            it("says which turn first made another state, and of which store, and stops there") {
                let counter = Store(CounterState(), on: Dispatcher(), name: "counter") { store in
                    store.on(Add.self) { state, action in
                        state.count += action.amount
                        state.added.append(action.amount)
                    }
                    store.on(Rename.self) { state, _ in state.name = "y" }
                }
                let outcome = try replay(session().tape.data, to: counter)
                expect(outcome).to(equal(.different(turn: 2, action: "Rename", store: "counter", isRedacted: false)))
                expect("\(outcome)").to(equal("turn 2, Rename, makes another state of counter than in the recording"))
                expect(counter.state.value.added).to(equal([1]))
            }

            it("says so where a store changes that did not") {
                let (tape, _) = session([Add()])
                let silent = tape.text.replacing(/"digests":{"counter":"[0-9a-f]+"},"turn"/, with: "\"turn\"")
                expect(try replay(resealed(silent))).to(
                    equal(.different(turn: 1, action: "Add", store: "counter", isRedacted: false))
                )
            }

            it("says so where a store begins with another state") {
                let counter = makeCounter(on: Dispatcher(), name: "counter")
                counter.dispatcher.dispatch(Add())
                let outcome = try replay(session().tape.data, to: counter)
                expect(outcome).to(equal(.different(turn: 0, action: "", store: "counter", isRedacted: false)))
                expect("\(outcome)").to(equal("counter begins with another state than in the recording"))
            }

            it("does not compare stores that only one of both knows") {
                let (tape, _) = session()
                let other = makeCounter(on: Dispatcher(), name: "other")
                expect(try replay(tape.data, to: other)).to(equal(.same(turns: 3)))
            }

            it("stops at an action that was not recorded, or whose type nobody handles") {
                let (tape, _) = session([Add(), Wink()])
                guard case .stopped(2, let reason) = try replay(tape.data) else { return fail("it went on") }
                expect(reason).to(contain("Wink was not recorded", "To fix: "))
                let silent = Store(CounterState(), on: Dispatcher(), name: "counter")
                guard case .stopped(1, let other) = try replay(tape.data, to: silent) else { return fail("it went on") }
                expect(other).to(contain("no store of the dispatcher handles a type called Add", "To fix: "))
            }

            it("stops at an action that is none of its type any more") {
                let text = session().tape.text.replacingOccurrences(of: "\"amount\"", with: "\"number\"")
                guard case .stopped(1, let reason) = try replay(resealed(text)) else { return fail("it went on") }
                expect(reason).to(contain("Add is not to be read or written"))
            }

            it("replays what was left out as left out, and says so") {
                func makeUser() -> Store<String> {
                    Store("", on: Dispatcher(), name: "user") { $0.on(SignIn.self) { $0 = $1.user + $1.password } }
                }
                let (tape, user, again) = (Tape(), makeUser(), makeUser())
                keep(ActionRecorder(digesting: user, on: user.dispatcher, to: tape.write))
                user.dispatcher.dispatch(SignIn(user: "Ada", password: "hunter2"))
                let outcome = try ActionRecording(tape.data).replay(to: again, on: again.dispatcher)
                expect(outcome).to(equal(.different(turn: 1, action: "SignIn", store: "user", isRedacted: true)))
                expect(again.state.value) == "Ada"
                expect("\(outcome)").to(contain("something was left out of the action"))
            }

            it("carries every number, also those that JSON has not") {
                struct Measure: Action, Codable { let values: [Double] }
                let values = [Double.nan, .infinity, -.infinity, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
                let tape = Tape()
                func makeStore() -> Store<[Double]> {
                    Store([], on: Dispatcher(), name: "values") { $0.on(Measure.self) { $0 = $1.values } }
                }
                let (recorded, replayed) = (makeStore(), makeStore())
                keep(ActionRecorder(digesting: recorded, on: recorded.dispatcher, to: tape.write))
                recorded.dispatcher.dispatch(Measure(values: values))
                let recording = try ActionRecording(tape.data)
                expect(recording.replay(to: replayed, on: replayed.dispatcher)).to(equal(.same(turns: 1)))
            }

            it("tells numbers that JSON has not from texts that look like them") {
                let values = [
                    Loose.text("NaN"), .number(.infinity), .text("#Infinity"), .text("nan"), .number(-.infinity),
                ]
                for count in 1...values.count {
                    let tape = Tape()
                    func makeStore() -> Store<[Loose]> {
                        Store([], on: Dispatcher(), name: "values") { $0.on(Say.self) { $0 = $1.values } }
                    }
                    let (recorded, replayed) = (makeStore(), makeStore())
                    keep(ActionRecorder(digesting: recorded, on: recorded.dispatcher, to: tape.write))
                    recorded.dispatcher.dispatch(Say(values: Array(values.prefix(count))))
                    let recording = try ActionRecording(tape.data)
                    expect(recording.replay(to: replayed, on: replayed.dispatcher)).to(equal(.same(turns: 1)))
                    expect(replayed.state.value).to(equal(Array(values.prefix(count))))
                }
            }

            it("asks no middleware, since what they did is recorded, but tells them") {
                let counter = makeCounter(on: Dispatcher(), name: "counter")
                let log = Log()
                counter.dispatcher.install(.stub(decide: { _ in .drop }, handled: { log("\($0.action)") }))
                expect(try replay(session().tape.data, to: counter)).to(equal(.same(turns: 3)))
                expect(log.lines).to(haveCount(3))
                counter.dispatcher.dispatch(Add())
                expect(counter.state.value.added).to(equal([1, 2]))
            }

            it("leaves out what observers dispatch, since that is recorded too") {
                let (dispatcher, tape) = (Dispatcher(), Tape())
                func answer(_ counter: Store<CounterState>) -> Subscription {
                    counter.state.select(\.count).observe { [dispatcher = counter.dispatcher] count in
                        if count == 1 { dispatcher.dispatch(Add(amount: 10)) }
                    }
                }
                let counter = makeCounter(on: dispatcher, name: "counter")
                keep(ActionRecorder(digesting: counter, on: dispatcher, to: tape.write))
                keep(answer(counter))
                dispatcher.dispatch(Add())
                expect(counter.state.value.added).to(equal([1, 10]))

                let fresh = makeCounter(on: Dispatcher(), name: "counter")
                keep(answer(fresh))
                expect(try replay(tape.data, to: fresh)).to(equal(.same(turns: 2)))
                expect(fresh.state.value).to(equal(counter.state.value))
            }

            it("addresses what was addressed, to the store of that name") {
                func makeStores() -> (left: Store<CounterState>, right: Store<CounterState>) {
                    let dispatcher = Dispatcher()
                    return (makeCounter(on: dispatcher, name: "left"), makeCounter(on: dispatcher, name: "right"))
                }
                let ((left, right), tape) = (makeStores(), Tape())
                let dispatcher = left.dispatcher
                keep(ActionRecorder(digesting: left, right, on: dispatcher, to: tape.write))
                dispatcher.dispatch(Add(amount: 1))
                dispatcher.dispatch(Add(amount: 2), to: right)

                let (fresh, other) = makeStores()
                let recording = try ActionRecording(tape.data)
                expect(recording.replay(to: fresh, other, on: fresh.dispatcher)).to(equal(.same(turns: 2)))
                expect(other.state.value.added).to(equal([1, 2]))
                guard case .stopped(2, let reason) = try replay(tape.data) else { return fail("it went on") }
                expect(reason).to(contain("There is no store called right."))
            }

            it("replays what was undone and where one travelled, given the same histories") {
                func histories(_ counter: Store<CounterState>) -> (undo: UndoHistory, history: StateHistory) {
                    let undo = UndoHistory(on: counter.dispatcher) { undo in
                        undo.track(counter)
                        undo.step(Add.self)
                    }
                    return (undo, StateHistory(of: counter, on: counter.dispatcher))
                }
                let (dispatcher, tape) = (Dispatcher(), Tape())
                let counter = makeCounter(on: dispatcher, name: "counter")
                keep(ActionRecorder(digesting: counter, on: dispatcher, to: tape.write))
                let (undo, history) = histories(counter)
                for amount in 1...4 { dispatcher.dispatch(Add(amount: amount)) }
                undo.undo()
                undo.undo()
                undo.redo()
                history.jump(to: 2)
                dispatcher.dispatch(Add(amount: 99))
                history.resume()
                dispatcher.dispatch(Add(amount: 5))
                expect(counter.state.value.added).to(equal([1, 2, 5]))

                let fresh = makeCounter(on: Dispatcher(), name: "counter")
                let others = keep(histories(fresh))
                expect(try replay(tape.data, to: fresh)).to(equal(.same(turns: 9)))
                expect(others.history.moment.value).to(equal(history.moment.value))
                fresh.dispatcher.dispatch(Add(amount: 6))
                expect(fresh.state.value.added).to(equal([1, 2, 5, 6]))
            }
        }
    }
}

private struct Say: Action, Codable { let values: [Loose] }

/// A number or a text, which nothing but its type in JSON tells apart.
private enum Loose: Codable, Equatable {
    case number(Double), text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
