import Foundation
import MillraceFlux
import MillraceHistory
import MillraceSecrets
import MillraceSignals
import MillraceSpecs
import TestSupport

private enum Editor {
    struct Add: Action, Codable { var text: String }
    enum Move: Action, Codable, Equatable {
        case up
        case to(Int, isFast: Bool)
    }
}

private struct Loaded<Element: Codable & Sendable>: Action, Codable { var elements: [Element] }

/// Called like an action of another module.
private struct Clear: Action, Codable {}

private struct Login: Action, Codable, Equatable { var user: String, password: Secret }

/// A recording needs no list of types: they are those that the stores handle.
final class RecordedTypesSpec: Spec {
    private typealias Text = Store<[String]>

    private func makeText(on dispatcher: Dispatcher = Dispatcher()) -> Text {
        Store([], on: dispatcher, name: "text") { store in
            store.on(Editor.Add.self) { $0.append($1.text) }
            store.on(Editor.Move.self) { $0.append("\($1)") }
            store.on(Loaded<Int>.self) { $0 += $1.elements.map { "\($0)" } }
            store.on(Loaded<Editor.Move>.self) { $0 += $1.elements.map { "\($0)" } }
        }
    }

    private func record(_ stores: Text, _ actions: [any Action], to tape: Tape = Tape()) -> Tape {
        let recorder = ActionRecorder(
            digesting: stores,
            on: stores.dispatcher,
            to: tape.write,
            onFailure: { fail("\($0)") }
        )
        for action in actions { stores.dispatcher.dispatch(action) }
        recorder.finish()
        return tape
    }

    private func names(_ tape: Tape) -> [String] {
        tape.contents.compactMap { $0.firstMatch(of: /"action":"([^"]*)"/).map { String($0.1) } }
    }

    func testSpec() {
        describe("an action in a recording") {
            it("is called what its type is, with what it is nested in and without modules") {
                let tape = self.record(
                    self.makeText(),
                    [
                        Editor.Add(text: "a"), Editor.Move.to(3, isFast: true), Loaded(elements: [1, 2]),
                        Loaded(elements: [Editor.Move.up]),
                    ]
                )
                expect(self.names(tape)) == ["Editor.Add", "Editor.Move", "Loaded<Int>", "Loaded<Editor.Move>"]
            }

            it("is replayed without a list: enums and generic types too") {
                let text = self.makeText()
                let tape = self.record(
                    text,
                    [
                        Loaded(elements: [Editor.Move.up, .to(1, isFast: false)]), Editor.Add(text: "a"),
                        Editor.Move.up, Loaded(elements: [7]),
                    ]
                )
                let again = self.makeText()
                expect(try ActionRecording(tape.data).replay(to: again, on: again.dispatcher)) == .same(turns: 4)
                expect(again.state.value) == text.state.value
            }

            it("is told from one of the same name by its module, as long as both are handled") {
                func make() -> Store<[String]> {
                    Store([], on: Dispatcher(), name: "text") { store in
                        store.on(TestSupport.Clear.self) { state, _ in state.append("theirs") }
                        store.on(Clear.self) { state, _ in state.append("ours") }
                    }
                }
                let tape = self.record(make(), [Clear(), TestSupport.Clear()])
                expect(self.names(tape)) == ["MillraceHistoryTests.Clear", "TestSupport.Clear"]
                let again = make()
                expect(try ActionRecording(tape.data).replay(to: again, on: again.dispatcher)) == .same(turns: 2)
                expect(again.state.value) == ["ours", "theirs"]
            }

            it("is an error where a name is that of two types") {
                struct Other: RecordedAction { static var recordedName: String { "Add" } }
                let (text, tape) = (self.makeText(), Tape())
                text.on(Plus.self) { state, _ in state.append("plus") }
                text.on(Other.self) { state, _ in state.append("other") }
                var problems: [RecordingError] = []
                keep(ActionRecorder(on: text.dispatcher, to: tape.write, onFailure: { problems.append($0) }))
                text.dispatcher.dispatch(Plus(amount: 1))
                expect(problems.map { "\($0)" }).to(haveCount(1))
                expect("\(problems)").to(contain("several types called Add", "To fix: "))

                let alone = Store(0, on: Dispatcher(), name: "alone") { $0.on(Plus.self) { $0 += $1.amount } }
                let good = Tape()
                keep(ActionRecorder(digesting: alone, on: alone.dispatcher, to: good.write))
                alone.dispatcher.dispatch(Plus(amount: 1))
                guard case .stopped(1, let reason) = try ActionRecording(good.data).replay(on: text.dispatcher) else {
                    return fail("it went on")
                }
                expect(reason).to(contain("several types called Add"))
            }

            it("reads under a former name what was recorded before the type was renamed") {
                let counter = makeCounter(on: Dispatcher(), name: "counter")
                let tape = Tape()
                keep(ActionRecorder(on: counter.dispatcher, to: tape.write))
                counter.dispatcher.dispatch(TestSupport.Add(amount: 3))
                let renamed = Store(0, on: Dispatcher(), name: "counter") { $0.on(Plus.self) { $0 += $1.amount } }
                expect(try ActionRecording(tape.data).replay(on: renamed.dispatcher)) == .same(turns: 1)
                expect(renamed.state.value) == 3
            }
        }

        describe("an action that no store handles") {
            it("is replayed for the callbacks, and is passed over where nothing knows its type") {
                struct Local: Action, Codable {}
                let (text, tape) = (self.makeText(), Tape())
                keep(ActionRecorder(on: text.dispatcher, to: tape.write, onFailure: { fail("\($0)") }))
                for action in [Rename(name: "a"), Local(), Editor.Add(text: "b")] as [any Action] {
                    text.dispatcher.dispatch(action)
                }
                let (again, log) = (self.makeText(), Log())
                keep(again.dispatcher.register { log("\(type(of: $0))") })
                expect(try ActionRecording(tape.data).replay(to: again, on: again.dispatcher)) == .same(turns: 3)
                expect(log.lines.first) == "Rename"
                expect(log.lines.last) == "Add"
                expect(again.state.value) == ["b"]
            }

            it("may name what is no type, or no action, which is passed over") {
                let (text, tape) = (self.makeText(), Tape())
                keep(ActionRecorder(on: text.dispatcher, to: tape.write))
                text.dispatcher.dispatch(Rename(name: "a"))
                guard let name = tape.text.firstMatch(of: /"type":"([^"]*)"/)?.1 else { return fail("no type") }
                for other in ["Si", "", "\\u0001abcd", "Si_", "11MissingType4NameV", "$s", "yXl", "SaySiG", "____"] {
                    let data = resealed(tape.text.replacingOccurrences(of: name, with: other))
                    expect(try ActionRecording(data).replay(on: Dispatcher())) == .same(turns: 1)
                }
            }
        }

        describe("a member of a family") {
            it("is the first to handle its actions, in a session and in its replay") {
                func make(_ making: StoreFamily<Int, Room>.Making) -> (Store<Lobby>, StoreFamily<Int, Room>) {
                    let dispatcher = Dispatcher()
                    let lobby = makeLobby([], on: dispatcher)
                    let rooms = StoreFamily(of: lobby, \.rooms, name: "rooms", making: making) { id in
                        Store(Room(id: id), on: dispatcher) { $0.on(Say.self) { $0.lines.append($1.text) } }
                    }
                    return (lobby, rooms)
                }
                for making in [StoreFamily<Int, Room>.Making.withElements, .whenAsked] {
                    let (lobby, rooms) = make(making)
                    let tape = Tape()
                    let recorder = ActionRecorder(digesting: lobby, rooms, on: lobby.dispatcher, to: tape.write)
                    lobby.dispatcher.dispatch(Open(room: 1))
                    rooms.dispatch(Say("a"), to: 1)
                    lobby.dispatcher.dispatch(Close(room: 1))
                    rooms.dispatch(Say("nobody"), to: 1)
                    recorder.finish()
                    let (other, again) = make(making)
                    let outcome = try ActionRecording(tape.data).replay(to: other, again, on: other.dispatcher)
                    expect(outcome) == .same(turns: 4)
                }
            }
        }

        describe("a secret") {
            it("is recorded as a mark, and a state that holds it is replayed to an equal digest") {
                func make() -> Store<Login?> {
                    Store(nil, on: Dispatcher(), name: "login") { $0.on(Login.self) { $0 = $1 } }
                }
                let (login, tape) = (make(), Tape())
                keep(
                    ActionRecorder(
                        digesting: login,
                        on: login.dispatcher,
                        to: tape.write,
                        onFailure: { fail("\($0)") }
                    )
                )
                login.dispatcher.dispatch(Login(user: "Ada", password: Secret("hunter2")))
                expect(tape.text).notTo(contain("hunter2"))
                expect(tape.contents.last).to(contain(#""password":"•••""#, #""redacted":true"#))
                let again = make()
                expect(try ActionRecording(tape.data).replay(to: again, on: again.dispatcher)) == .same(turns: 1)
                expect(again.state.value?.user) == "Ada"
            }

            it("is not noted in actions without one") {
                let tape = self.record(self.makeText(), [Editor.Add(text: "•••")])
                expect(tape.text).notTo(contain("redacted"))
            }

            it("is read from any text, and printed nowhere") {
                let answer = Data(#"{"user":"Ada","password":"hunter2"}"#.utf8)
                let login = try JSONDecoder().decode(Login.self, from: answer)
                expect(login.password.text) == "hunter2"
                expect("\(login)").notTo(contain("hunter2"))
                expect(String(decoding: try JSONEncoder().encode(login), as: UTF8.self)).notTo(contain("hunter2"))
                let other = Login(user: "Ada", password: Secret("x"))
                expect(StateDigest(of: login)) == StateDigest(of: other)
            }
        }
    }
}
