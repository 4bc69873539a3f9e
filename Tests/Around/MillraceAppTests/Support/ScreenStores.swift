import Foundation
import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSpecs
import TestSupport

/// What the screen of a room shows: what was said there, and the line that is edited.
struct RoomScreen: Equatable, Codable {
    let room: String
    var lines: [String] = []
    var edited: Int?
}

/// An editor over a room, which is there while a line is edited.
struct LineEditor: Equatable, Codable {
    let line: Int
    var text = ""
}

/// What the modal screen shows: a search.
struct Finder: Equatable, Codable {
    var query = ""
    var hits: [String] = []
}

struct EditLine: Action, Equatable, Codable { let line: Int }
struct TypeText: Action, Equatable, Codable { let text: String }
struct SaveLine: Action, Equatable, Codable {}
struct LineWasSaved: Action, Equatable, Codable {
    let line: Int
    let text: String
}
struct Find: Action, Equatable, Codable { let text: String }
struct FoundHits: Action, Equatable, Codable { let hits: [String] }
struct Leave: Action, Equatable, Codable {}

extension Screen {
    /// The room, where it is the screen of one.
    var room: String? { if case .room(let room) = self { room } else { nil } }
}

/// A route, and the stores of its screens: those of rooms, each with an editor or none, and a modal search.
final class ScreenApp {
    typealias Place = AppRoute.Place

    let scheduler: TestScheduler
    let dispatcher: Dispatcher
    let route: Store<AppRoute>
    let rooms: StoreFamily<Place, RoomScreen>
    let editors: StoreFamily<ChildKey<Place, Int>, LineEditor>
    let finders: StoreFamily<Place, Finder>

    init(on scheduler: TestScheduler = TestScheduler()) {
        let dispatcher = Dispatcher(on: scheduler)
        self.scheduler = scheduler
        self.dispatcher = dispatcher
        route = makeRouteStore(on: dispatcher)
        rooms = StoreFamily(of: route, screens: \.room, name: "room") { room in
            Store(RoomScreen(room: room), on: dispatcher) { store in
                store.on(Say.self) { state, action in state.lines.append(action.text) }
                store.on(EditLine.self) { state, action in
                    state.edited = state.lines.indices.contains(action.line) ? action.line : nil
                }
                store.on(LineWasSaved.self) { state, action in
                    if state.lines.indices.contains(action.line) { state.lines[action.line] = action.text }
                }
                store.on(Leave.self) { _, _ in .close }
            }
        }
        editors = StoreFamily(of: rooms, optional: \.edited, name: "editor") { _, line in
            Store(LineEditor(line: line), on: dispatcher) { store in
                store.on(TypeText.self) { editor, action in editor.text = action.text }
                store.on(SaveLine.self) { editor, _ in
                    let saved = LineWasSaved(line: editor.line, text: editor.text)
                    return .run("save", .first, after: .seconds(1)) { send in
                        send.toParent(saved)
                        send.close()
                    }
                }
            }
        }
        finders = StoreFamily(of: route, screens: { $0 == .compose ? $0 : nil }, name: "finder") { _ in
            Store(Finder(), on: dispatcher) { store in
                store.on(Find.self) { finder, action in
                    finder.query = action.text
                    return .run("find", .latest, after: .milliseconds(300)) {
                        FoundHits(hits: [1, 2].map { "\(action.text) \($0)" })
                    }
                }
                store.on(FoundHits.self) { finder, action in finder.hits = action.hits }
                store.on(Leave.self) { _, _ in .close }
            }
        }
    }

    /// The place on top.
    var top: Place { route.state.value.topPlace }

    /// All states.
    struct States: Equatable {
        var route: AppRoute
        var rooms: [Place: RoomScreen]
        var editors: [ChildKey<Place, Int>: LineEditor]
        var finders: [Place: Finder]
    }

    var states: States {
        func all<Key, State>(_ family: StoreFamily<Key, State>) -> [Key: State] {
            family.keys.reduce(into: [:]) { $0[$1] = family[$1]?.state.value }
        }
        return States(route: route.state.value, rooms: all(rooms), editors: all(editors), finders: all(finders))
    }

    func record(to write: @escaping (Data) throws -> Void) -> ActionRecorder {
        ActionRecorder(digesting: route, rooms, editors, finders, on: dispatcher, to: write)
    }

    func replay(_ data: Data) throws -> ReplayOutcome {
        try ActionRecording(data).replay(to: route, rooms, editors, finders, on: dispatcher)
    }

    func makeUndo() -> UndoHistory {
        UndoHistory(on: dispatcher) { undo in
            // In any order: what is inside comes back after what is around it.
            undo.track(editors)
            undo.track(finders)
            undo.track(rooms)
            undo.track(route)
            undo.step(Go.self)
            undo.step(Say.self)
            undo.step(LineWasSaved.self)
            undo.step(CloseMember.self)
        }
    }

    func makeHistory() -> StateHistory { StateHistory(of: route, rooms, editors, finders, on: dispatcher) }
}
