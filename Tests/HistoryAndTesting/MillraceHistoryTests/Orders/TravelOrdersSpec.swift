import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Time travel through members in every order: they are opened, made when they are asked for, spoken to and closed, and
/// effects of theirs end while the past is shown.
final class TravelOrdersSpec: Spec {
    struct Shown: Equatable {
        var open: [Int] = []
        var lines: [Int: [String]] = [:]
    }

    /// A plain list of moments: each action that a store handles makes one.
    struct Model {
        var moments = [Shown()]
        var number = 0

        var shown: Shown { moments[number] }
        var showsPast: Bool { number < moments.count - 1 }

        mutating func step(_ change: (inout Shown) -> Void) {
            if showsPast { return }
            var next = shown
            change(&next)
            moments.append(next)
            number += 1
        }

        mutating func resume() { moments.removeLast(moments.count - 1 - number) }
    }

    private static func makeRoom(_ outside: Outside, on dispatcher: Dispatcher) -> Store<Room> {
        Store(Room(id: 1), on: dispatcher) { store in
            store.on(Say.self) { state, action in state.lines.append(action.text) }
            store.on(Echo.self) { _, _ in
                .run("echo") {
                    _ = try await outside.wait("echo", for: [Outcome("comes")])
                    return Say("echo")
                }
            }
        }
    }

    private static func exploreRooms(_ making: StoreFamily<Int, Room>.Making) throws -> Exploration {
        try explore { world in
            let (dispatcher, outside) = (Dispatcher(on: world.scheduler), world.outside)
            let lobby = makeLobby(on: dispatcher)
            let rooms = StoreFamily(of: lobby, \.rooms, name: "rooms", making: making) { _ in
                makeRoom(outside, on: dispatcher)
            }
            let history = StateHistory(of: lobby, rooms, on: dispatcher, limit: 20)
            var model = Model()
            /// The echo is said when it comes to a room that is there, and not to the past.
            dispatcher.install(
                Middleware(handled: { handled in
                    guard let say = handled.action as? Say, say.text == "echo" else { return }
                    model.step { shown in if shown.open == [1] { shown.lines[1, default: []].append("echo") } }
                })
            )
            let isOpen = { model.shown.open == [1] && !model.showsPast }
            world.may("open", times: 2, if: { model.shown.open.isEmpty && !model.showsPast }) {
                model.step { $0.open = [1] }
                dispatcher.dispatch(Open(room: 1))
            }
            world.may("say", if: isOpen) {
                model.step { $0.lines[1, default: []].append("a") }
                rooms.dispatch(Say("a"), to: 1)
            }
            world.may("ask for an echo", if: isOpen) {
                model.step { _ in }
                rooms.dispatch(Echo(), to: 1)
            }
            world.may("close", if: isOpen) {
                model.step { shown in (shown.open, shown.lines[1]) = ([], nil) }
                dispatcher.dispatch(Close(room: 1))
            }
            world.may("go back", times: 2, if: { model.number > 0 }) {
                model.number -= 1
                history.back()
            }
            world.may("go forward", if: { model.showsPast }) {
                model.number += 1
                history.forward()
            }
            world.may("resume", if: { model.showsPast }) {
                model.resume()
                history.resume()
            }
            world.compare("model") { model.moments.map { "\($0.open) \($0.lines)" } + ["\(model.number)"] }
            world.always("the rooms that are shown are those of the moment") {
                Shown(
                    open: lobby.state.value.rooms,
                    lines: Dictionary(
                        uniqueKeysWithValues: rooms.keys.compactMap { key in
                            rooms.member(key).flatMap {
                                $0.state.value.lines.isEmpty ? nil : (key, $0.state.value.lines)
                            }
                        }
                    )
                )
            } equals: {
                model.shown
            }
            world.always("the moment is the one that is shown") {
                history.moment.value.number
            } equals: {
                model.number
            }
            return Inspection(of: lobby, rooms)
        }
    }

    func testSpec() {
        describe("in every order, time travel through rooms") {
            for making in [StoreFamily<Int, Room>.Making.withElements, .whenAsked] {
                it("made \(making)") {
                    let result = try Self.exploreRooms(making)
                    expect(result.isComplete).to(beTrue())
                }
            }
        }
    }
}
