import Foundation
import Millrace
import MillraceHistory
import MillraceOffline
import MillraceSimulation
import MillraceSpecs
import MillraceStorage
import TestSupport

/// Members that are made when they are asked for, in every order: joined, written in, left, undone and redone, and kept by
/// a journal whose program ends at any write.
final class RoomOrdersSpec: Spec {
    struct Join: Action { let room: Int }
    struct Leave: Action { let room: Int }
    struct Draft: Action { let text: String }

    /// What the app should show: the rooms that are joined, with their drafts.
    struct Rooms: Equatable {
        var joined: [Int] = []
        var drafts: [Int: String] = [:]
    }

    /// A plain list of what the app should show, before and after.
    struct Model {
        var past: [Rooms] = []
        var present = Rooms()
        var future: [Rooms] = []

        /// What was shown before the step that may not have been written.
        var former = Rooms()

        mutating func step(_ change: (inout Rooms) -> Void) {
            var next = present
            change(&next)
            if next == present { return }
            past.append(present)
            (present, future) = (next, [])
        }

        mutating func undo() {
            guard let last = past.popLast() else { return }
            future.append(present)
            present = last
        }

        mutating func redo() {
            guard let next = future.popLast() else { return }
            past.append(present)
            present = next
        }
    }

    private final class App {
        let dispatcher: Dispatcher
        let journal: Journal
        let lobby: Store<[Int]>
        let rooms: StoreFamily<Int, String>
        let undo: UndoHistory

        init(on scheduler: TestScheduler, _ files: FileSystem, making: StoreFamily<Int, String>.Making) throws {
            let dispatcher = Dispatcher(on: scheduler)
            let folder = URL(fileURLWithPath: "/rooms")
            let journal = try Journal(folder, on: dispatcher, syncing: .eachRecord, fileSystem: files)
            (self.dispatcher, self.journal) = (dispatcher, journal)
            let lobby = Store([Int](), on: dispatcher, name: "lobby") { store in
                store.on(Join.self) { if !$0.contains($1.room) { $0.append($1.room) } }
                store.on(Leave.self) { rooms, action in rooms.removeAll { $0 == action.room } }
            }
            self.lobby = lobby
            let rooms = StoreFamily(of: lobby, \.self, name: "rooms", making: making) { _ in
                let store = Store("", on: dispatcher) { store in store.on(Draft.self) { $0 = $1.text } }
                journal.keepMember(store) { $0.value(\.self, as: "draft") }
                return store
            }
            self.rooms = rooms
            try journal.keep(lobby) { $0.value(\.self, as: "rooms") }
            undo = UndoHistory(on: dispatcher, limit: 8) { undo in
                undo.track(lobby)
                undo.track(rooms)
                undo.step(Join.self)
                undo.step(Leave.self)
                undo.step(Draft.self)
            }
        }

        /// What is shown of the rooms that were asked for.
        var made: Rooms {
            let joined = lobby.state.value
            let drafts = joined.compactMap { room in rooms.member(room).map { (room, $0.state.value) } }
            return Rooms(joined: joined, drafts: Dictionary(uniqueKeysWithValues: drafts))
        }
    }

    /// - Parameters:
    ///   - joins: How often the room is joined.
    ///   - undos: How often something is undone; redone, too, where it is more than once.
    private static func exploreRooms(
        _ making: StoreFamily<Int, String>.Making,
        ends: Int,
        joins: Int,
        undos: Int
    ) throws -> Exploration {
        try explorePrograms(faults: 0, ends: ends) { world in
            let disk = SimulatedDisk(seed: 1)
            var app: App!
            var model = Model()
            var isWrongAfterEnd = false
            // What is undone brings a member back only if it was made in this run.
            var wasMade = false
            world.compare("made") { wasMade }
            /// A step of the user, after which the app and the model are the same.
            func may(
                _ name: String,
                times: Int = 1,
                if isPossible: @escaping () -> Bool,
                _ change: @escaping (inout Model) -> Void,
                _ act: @escaping () -> Void
            ) {
                world.may(name, times: times, if: isPossible) {
                    change(&model)
                    act()
                    if !disk.isStopped { model.former = model.present }
                }
            }
            try world.program("app") {
                wasMade = false
                app = try App(on: world.scheduler, disk.start(in: world), making: making)
                // A step in whose midst the program has ended is there as a whole or not at all. Rooms are asked for only
                // where it takes that to tell: so others are not made.
                if making == .withElements || model.former != model.present {
                    let joined = app.lobby.state.value
                    let drafts = joined.map { ($0, app.rooms[$0]?.state.value ?? "") }.filter { !$1.isEmpty }
                    let found = Rooms(joined: joined, drafts: Dictionary(uniqueKeysWithValues: drafts))
                    if found != model.present, found != model.former { isWrongAfterEnd = true }
                    model = Model(present: found, former: found)
                } else {
                    if app.lobby.state.value != model.present.joined { isWrongAfterEnd = true }
                    model = Model(present: model.present, former: model.present)
                }
                may("join", times: joins, if: { app.lobby.state.value.isEmpty }, { $0.step { $0.joined = [1] } }) {
                    app.dispatcher.dispatch(Join(room: 1))
                }
                may("look", if: { !app.lobby.state.value.isEmpty }, { _ in }) {
                    wasMade = true
                    _ = app.rooms[1]
                }
                may("write", if: { !app.lobby.state.value.isEmpty }, { $0.step { $0.drafts[1] = "a" } }) {
                    wasMade = true
                    app.rooms.dispatch(Draft(text: "a"), to: 1)
                }
                let leave: (inout Model) -> Void = { model in
                    model.step { rooms in
                        rooms.joined = []
                        rooms.drafts[1] = nil
                    }
                }
                may("leave", if: { !app.lobby.state.value.isEmpty }, leave) { app.dispatcher.dispatch(Leave(room: 1)) }
                for number in 0..<undos {
                    may("undo \(number)", if: { app.undo.canUndo.value }, { $0.undo() }) { app.undo.undo() }
                }
                if undos > 1 {
                    may("redo", if: { app.undo.canRedo.value }, { $0.redo() }) { app.undo.redo() }
                }
                return Inspection(of: app.lobby, app.rooms)
            }
            world.compare("model") { [model.past, [model.former, model.present], model.future] }
            world.always("the rooms that are joined are there") {
                app.made.joined
            } equals: {
                model.present.joined
            }
            world.always("a room has the draft that was written in it") {
                app.made.drafts.allSatisfy { room, draft in draft == model.present.drafts[room] ?? "" }
            }
            world.always("what can be undone is what was done") {
                app.undo.canUndo.value
            } equals: {
                !model.past.isEmpty
            }
            world.always("the next run shows what was shown, before or after the step in which the last one has ended")
            {
                !isWrongAfterEnd
            }
        }
    }

    func testSpec() {
        describe("in every order, rooms are joined, written in and left") {
            for making in [StoreFamily<Int, String>.Making.withElements, .whenAsked] {
                it("made \(making), and that is undone and redone") {
                    let result = try Self.exploreRooms(making, ends: 0, joins: 1, undos: 2)
                    expect(result.isComplete).to(beTrue())
                }
                it("made \(making), and the program ends") {
                    let result = try Self.exploreRooms(making, ends: 1, joins: 2, undos: 0)
                    expect(result.isComplete).to(beTrue())
                }
                it("made \(making), and that is undone, and the program ends") {
                    let result = try Self.exploreRooms(making, ends: 1, joins: 1, undos: Programs.areAll ? 2 : 1)
                    expect(result.isComplete).to(beTrue())
                }
            }
        }
    }
}
