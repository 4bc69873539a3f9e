import Foundation
import Millrace
import MillraceHistory
import MillraceOffline
import MillraceSpecs
import MillraceTesting
import TestSupport

/// Random programs of stores, families, undo and time travel, which end at any moment: what is there again is what was
/// there (laws J1 and J9).
final class JournalProgramsSpec: Spec {
    func testSpec() {
        it("has again what was there, whatever was done before") {
            runPrograms(60) { random in
                let device = Device()
                defer { device.erase() }
                var (expected, done) = (Kept(), [String]())
                for run in 0..<Int.random(in: 2...5, using: &random) {
                    if let problem = self.run(number: run, on: device, &expected, &done, &random) { return problem }
                }
                return nil
            }
        }
    }

    private func run(
        number: Int,
        on device: Device,
        _ expected: inout Kept,
        _ done: inout [String],
        _ random: inout SeededGenerator
    ) -> String? {
        let kind = History.allCases.randomElement(using: &random)!
        let app = FullApp(on: device, history: kind)
        let asked = (0..<6).filter { _ in Bool.random(using: &random) }
        for key in asked { _ = app.sheets[key] }
        done.append("run \(number) with history \(kind), asked for \(asked)")
        if app.kept(since: expected) != expected {
            return """
                run \(number) begins with \(app.kept(since: expected)), and the last one has ended with \(expected): \
                \(done.joined(separator: ", "))
                """
        }
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            done.append(app.step(&random))
            if !app.showsPast { expected = app.kept(since: expected) }
        }
        return app.journal.progress.value.failure.map { "\($0)" }
    }
}

/// What is kept of the whole program.
struct Kept: Equatable {
    var items: [Item] = []
    var token: String?
    var rooms: [Int] = []
    var drafts: [Int: String] = [:]
    var notes: [Int: String] = [:]
}

private enum History: CaseIterable { case none, undo, timeTravel }

private struct Join: Action { let room: Int }
private struct Leave: Action { let room: Int }
private struct Draft: Action { let text: String }
private struct Note: Action { let text: String }
private struct DraftAndSelect: Action { let text: String }

/// A list, rooms, and a sheet for each room that is made when it is asked for.
private final class FullApp {
    let scheduler = TestScheduler()
    let dispatcher: Dispatcher
    let journal: Journal
    let todo: Store<ToDo>
    let lobby: Store<[Int]>
    let rooms: StoreFamily<Int, String>
    let sheets: StoreFamily<Int, String>
    private var undo: UndoHistory?

    /// The room that has gone and come again in the last step.
    private var renewed: Int?
    private var history: StateHistory?

    /// Whether a history has changed anything since the last look.
    private var hasMoved = false

    init(on device: Device, history kind: History) {
        let dispatcher = Dispatcher(on: scheduler)
        let journal = device.open(on: dispatcher, smallSize: 1_000)
        (self.dispatcher, self.journal) = (dispatcher, journal)
        todo = makeToDo(on: dispatcher)
        try! journal.keep(todo, keepToDo)
        lobby = Store([], on: dispatcher, name: "lobby") { store in
            store.on(Join.self) { if !$0.contains($1.room) { $0.append($1.room) } }
            store.on(Leave.self) { rooms, action in rooms.removeAll { $0 == action.room } }
        }
        try! journal.keep(lobby) { $0.value(\.self, as: "ids") }
        rooms = StoreFamily(of: lobby, \.self, name: "rooms") { _ in
            let room = Store("", on: dispatcher) { store in
                store.on(Draft.self) { $0 = $1.text }
                store.on(DraftAndSelect.self) { $0 = $1.text }
            }
            journal.keepMember(room) { $0.value(\.self, as: "draft") }
            return room
        }
        sheets = StoreFamily(of: lobby, \.self, name: "sheets", making: .whenAsked) { _ in
            let sheet = Store("", on: dispatcher) { store in store.on(Note.self) { $0 = $1.text } }
            journal.keepMember(sheet) { $0.value(\.self, as: "note") }
            return sheet
        }
        switch kind {
        case .none: break
        case .timeTravel: history = StateHistory(of: todo, lobby, rooms, sheets, on: dispatcher)
        case .undo:
            undo = UndoHistory(on: dispatcher) { undo in
                undo.track(todo)
                undo.track(lobby)
                undo.track(rooms)
                undo.track(sheets)
                undo.step(AddItem.self)
                undo.step(SortItems.self)
                undo.step(Join.self)
                undo.step(Leave.self)
                undo.step(Draft.self)
            }
        }
    }

    var showsPast: Bool { history?.moment.value.canGoForward == true }

    /// What is to be there again. Of sheets that were not asked for that is what was, as long as they have not gone.
    func kept(since former: Kept) -> Kept {
        let rooms = lobby.state.value
        var kept = Kept(items: Array(todo.state.value.items), token: todo.state.value.token, rooms: rooms)
        for room in rooms {
            kept.drafts[room] = self.rooms[room]?.state.value
            // It has come back as it was when it left, whenever that was.
            if hasMoved, !former.rooms.contains(room) { _ = sheets[room] }
            let isSame = former.rooms.contains(room) && room != renewed
            kept.notes[room] = sheets.states[room] ?? (isSame ? former.notes[room] : nil) ?? ""
        }
        (renewed, hasMoved) = (nil, false)
        return kept
    }

    func step(_ random: inout SeededGenerator) -> String {
        renewed = nil
        let (id, text) = (Int.random(in: 0..<8, using: &random), String("abcdef".randomElement(using: &random)!))
        let room = id % 4
        switch Int.random(in: 0..<18, using: &random) {
        case 0, 1, 2: return dispatch(AddItem(id: id, text: text))
        case 3: return dispatch(EditItem(id: id, text: text))
        case 4: return dispatch(RemoveItem(id: id))
        case 5: return dispatch(MoveItem(id: id, position: Int.random(in: 0..<8, using: &random)))
        case 6: return dispatch(SortItems())
        case 7: return dispatch(SetToken(token: text))
        case 8: return dispatch(Select(id: id))
        case 9: return dispatch(Join(room: room))
        case 10: return dispatch(Leave(room: room))
        case 11:
            rooms.dispatch(Draft(text: text), to: room)
            return "draft \(room)"
        case 12:
            sheets.dispatch(Note(text: text), to: room)
            return "note \(room)"
        case 13:
            // One turn, in which a room goes and comes again, or comes.
            renewed = room
            batch {
                dispatcher.dispatch(Leave(room: room))
                dispatcher.dispatch(Join(room: room))
                if Bool.random(using: &random) { dispatcher.dispatch(Draft(text: text)) }
            }
            return "leave and join \(room)"
        case 14:
            hasMoved = true
            undo?.undo()
            history?.back()
            return "back"
        case 15:
            hasMoved = true
            undo?.redo()
            history?.forward()
            return "forward"
        case 16:
            if showsPast { history?.resume() }
            return "resume"
        default: return dispatch(Draft(text: text))
        }
    }

    private func dispatch(_ action: some Action) -> String {
        dispatcher.dispatch(action)
        return "\(action)"
    }
}

extension StoreFamily {
    /// The states of the members that were made.
    fileprivate var states: [Key: State] {
        keys.reduce(into: [:]) { states, key in states[key] = member(key)?.state.value }
    }
}
