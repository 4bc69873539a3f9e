import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

private struct Unheard: Action {}

/// Undo and time travel over a family of stores.
final class FamilyHistorySpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var dispatcher = Dispatcher()
        var lobby: Store<Lobby>!
        var rooms: StoreFamily<Int, Room>!

        beforeEach {
            dispatcher = Dispatcher(on: scheduler)
            lobby = makeLobby([1, 2], on: dispatcher)
            rooms = makeRooms(of: lobby)
        }
        afterEach { (lobby, rooms) = (nil, nil) }

        func states() -> [Int: [String]] {
            rooms.keys.reduce(into: [:]) { $0[$1] = rooms[$1]?.state.value.lines }
        }

        describe("undo") {
            var undo: UndoHistory!
            beforeEach {
                undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(lobby)
                    undo.track(rooms)
                    undo.step(Say.self)
                    undo.step(Open.self)
                    undo.step(Close.self)
                }
            }

            it("takes back what a member was told, and does it again") {
                rooms.dispatch(Say("a"), to: 1)
                rooms.dispatch(Say("b"), to: 2)
                undo.undo()
                expect(states()).to(equal([1: ["a"], 2: []]))
                undo.undo()
                expect(states()).to(equal([1: [], 2: []]))
                undo.redo()
                undo.redo()
                expect(states()).to(equal([1: ["a"], 2: ["b"]]))
                expect(undo.canRedo.value).to(beFalse())
            }

            it("is over for a member whose own handler of it is called") {
                let log = Log()
                rooms[1]?.on(Undo.self) { room, _ in log("early: \(room.lines)") }
                let undo = UndoHistory(on: dispatcher, name: "later") { undo in
                    undo.track(rooms)
                    undo.step(Say.self)
                }
                rooms[1]?.on(Undo.self) { room, _ in log("late: \(room.lines)") }
                rooms.dispatch(Say("a"), to: 1)
                undo.undo()
                expect(log.lines).to(equal(["early: []", "late: []"]))
            }

            it("brings back a member that was closed, as it was, in one turn") {
                rooms.dispatch(Say("a"), to: 1)
                dispatcher.dispatch(Close(room: 1))
                let log = Log()
                log.observe(rooms.state(of: 1).map { "\($0?.lines ?? ["none"])" })
                undo.undo()
                expect(states()).to(equal([1: ["a"], 2: []]))
                expect(log.lines).to(equal([#"["none"]"#, #"["a"]"#]))
                rooms.dispatch(Say("b"), to: 1)
                expect(rooms[1]?.state.value.lines).to(equal(["a", "b"]))
            }

            it("takes away a member that was opened, and its effects") {
                dispatcher.dispatch(Open(room: 3))
                rooms.dispatch(Echo(), to: 3)
                undo.undo()
                expect(states()).to(equal([1: [], 2: []]))
                scheduler.run()
                undo.redo()
                expect(states()).to(equal([1: [], 2: [], 3: []]))
            }

            it("takes back with a step what came of it") {
                rooms.dispatch(Say("a"), to: 1)
                rooms.dispatch(Echo(), to: 1)
                dispatcher.dispatch(Rename(name: "no step"))
                undo.undo()
                expect(states()[1]).to(equal([]))
                expect(lobby.state.value.title).to(equal(""))
            }

            it("tells of exactly the members that it changes") {
                dispatcher.dispatch(Say("a"))
                rooms.dispatch(Say("b"), to: 2)
                let log = Log()
                log.observe(rooms.changes.map { "\($0.appeared) \($0.changed) \($0.disappeared)" })
                undo.undo()
                expect(log.lines).to(equal(["[] [2] []"]))
            }

            it("makes no step of what changes no member") {
                rooms.dispatch(Say("a"), to: 9)
                expect(undo.canUndo.value).to(beFalse())
            }
        }

        describe("undo with a rule of its own") {
            it("asks the rule of each member that is restored") {
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(lobby)
                    undo.track(rooms) { present, former in present.lines = former.lines + ["restored"] }
                    undo.step(Say.self)
                    undo.step(Close.self)
                }
                rooms.dispatch(Say("a"), to: 1)
                undo.undo()
                expect(states()).to(equal([1: ["restored"], 2: []]))
                dispatcher.dispatch(Close(room: 1))
                undo.undo()
                expect(states()).to(equal([1: ["restored", "restored"], 2: []]))
            }
        }

        describe("undo with a rule that leaves what is said") {
            it("makes no step of what it leaves, and one of a member that was closed") {
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(lobby)
                    undo.track(rooms) { _, _ in }
                    undo.step(Say.self)
                    undo.step(Close.self)
                }
                rooms.dispatch(Say("a"), to: 1)
                expect(undo.canUndo.value).to(beFalse())
                dispatcher.dispatch(Close(room: 1))
                expect(undo.canUndo.value).to(beTrue())
            }
        }

        describe("time travel") {
            it("shows all members as they were, and again as they are") {
                let history = StateHistory(of: lobby, rooms, on: dispatcher)
                rooms.dispatch(Say("a"), to: 1)
                dispatcher.dispatch(Close(room: 1))
                dispatcher.dispatch(Open(room: 3))
                history.jump(to: 1)
                expect(states()).to(equal([1: ["a"], 2: []]))
                history.jump(to: 0)
                expect(states()).to(equal([1: [], 2: []]))
                history.jump(to: 3)
                expect(states()).to(equal([2: [], 3: []]))
                history.jump(to: 1)
                history.resume()
                rooms.dispatch(Say("b"), to: 1)
                expect(states()).to(equal([1: ["a", "b"], 2: []]))
            }
        }

        describe("members that are made when they are asked for") {
            var lazy: StoreFamily<Int, Room>!
            beforeEach { lazy = makeRooms(of: lobby, making: .whenAsked) }
            afterEach { lazy = nil }

            it("are as they were made when the action that came first is undone") {
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(lobby)
                    undo.track(lazy)
                    undo.step(Say.self)
                }
                lazy.dispatch(Say("a"), to: 1)
                expect(undo.canUndo.value).to(beTrue())
                undo.undo()
                expect(lazy.keys).to(equal([1, 2]))
                expect(lazy.member(1)?.state.value.lines).to(equal([]))
                expect(lazy.member(2)).to(beNil())
                undo.redo()
                expect(lazy[1]?.state.value.lines).to(equal(["a"]))
            }

            it("are there again at a moment that was shown with the member of an earlier life") {
                let history = StateHistory(of: lobby, lazy, on: dispatcher)
                lazy.dispatch(Say("a"), to: 1)
                dispatcher.dispatch(Close(room: 1))
                dispatcher.dispatch(Open(room: 1))
                history.jump(to: 1)
                history.jump(to: 3)
                expect(lazy.member(1)?.state.value.lines).to(equal([]))
                history.jump(to: 2)
                history.jump(to: 3)
                expect(lazy.member(1)?.state.value.lines).to(equal([]))
            }

            it("are as they were made at the moments before, also if they have gone and come again") {
                let history = StateHistory(of: lobby, lazy, on: dispatcher)
                lazy.dispatch(Say("a"), to: 1)
                dispatcher.dispatch(Close(room: 1))
                dispatcher.dispatch(Open(room: 1))
                history.jump(to: 1)
                expect(lazy.member(1)?.state.value.lines).to(equal(["a"]))
                history.jump(to: 3)
                lazy.dispatch(Say("b"), to: 1)
                history.jump(to: 0)
                expect(lazy[1]?.state.value.lines).to(equal([]))
                history.forward()
                expect(lazy[1]?.state.value.lines).to(equal(["a"]))
                history.jump(to: 4)
                expect(lazy[1]?.state.value.lines).to(equal(["b"]))
            }

            it("make no moment and no step by being made") {
                let history = StateHistory(of: lobby, lazy, on: dispatcher)
                expect(lazy[1]).notTo(beNil())
                dispatcher.dispatch(Unheard())
                expect(history.moment.value.kept).to(equal(0...0))
            }
        }

        describe("a history") {
            it("makes no moment of what nobody handles, after a move that has changed members") {
                let history = StateHistory(of: lobby, rooms, on: dispatcher)
                rooms.dispatch(Say("a"), to: 1)
                dispatcher.dispatch(Close(room: 2))
                history.back()
                history.resume()
                dispatcher.dispatch(Unheard())
                expect(history.moment.value).to(equal(.init(number: 1, kept: 0...1)))
            }

            it("keeps neither the family nor its members alive beyond the dispatcher") {
                expect { scene in
                    let dispatcher = Dispatcher()
                    let lobby = makeLobby([1, 2], on: dispatcher)
                    let family = scene.track(makeRooms(of: lobby))
                    let undo = UndoHistory(on: dispatcher) { undo in
                        undo.track(lobby)
                        undo.track(family)
                        undo.step(Say.self)
                    }
                    let history = StateHistory(of: lobby, family, on: dispatcher)
                    dispatcher.dispatch(Say("a"))
                    dispatcher.dispatch(SetRooms(rooms: [2]))
                    undo.undo()
                    expect(history.moment.value.number).to(equal(3))
                }.to(leakNothing())
            }
        }
    }
}

/// Random programs of rooms that open, close and are spoken to, with undo and redo, compared with a list of states.
final class FamilyUndoProgramsSpec: Spec {
    private typealias States = [Int: [String]]

    private func runProgram(_ random: inout SeededGenerator) -> String? {
        let dispatcher = Dispatcher()
        let lobby = makeLobby(on: dispatcher)
        let rooms = makeRooms(of: lobby)
        let undo = UndoHistory(on: dispatcher) { undo in
            undo.track(lobby)
            undo.track(rooms)
            undo.step(Say.self)
            undo.step(SetRooms.self)
        }
        var (past, future): ([States], [States]) = ([[:]], [])
        func take(_ states: States) {
            if states == past.last { return }
            past.append(states)
            future = []
        }
        for step in 0..<60 {
            let present = past.last ?? [:]
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let opened = (0..<8).filter { _ in Bool.random(using: &random) }
                take(opened.reduce(into: [:]) { $0[$1] = present[$1] ?? [] })
                dispatcher.dispatch(SetRooms(rooms: opened))
            case 1, 2:
                let room = Int.random(in: 0..<8, using: &random)
                if present[room] != nil { take(present.merging([room: ["\(step)"]]) { $0 + $1 }) }
                rooms.dispatch(Say("\(step)"), to: room)
            case 3:
                take(present.mapValues { $0 + ["all"] })
                dispatcher.dispatch(Say("all"))
            case 4:
                if past.count > 1 { future.append(past.removeLast()) }
                undo.undo()
            default:
                if let next = future.popLast() { past.append(next) }
                undo.redo()
            }
            let found = rooms.keys.reduce(into: States()) { $0[$1] = rooms[$1]?.state.value.lines }
            if found != past.last { return "step \(step): \(found), expected \(past.last ?? [:])" }
            if undo.canUndo.value != (past.count > 1) { return "step \(step): canUndo is \(undo.canUndo.value)" }
            if undo.canRedo.value == future.isEmpty { return "step \(step): canRedo is \(undo.canRedo.value)" }
        }
        return nil
    }

    func testSpec() {
        it("give what a list of states gives") { runPrograms(200) { self.runProgram(&$0) } }
    }
}
