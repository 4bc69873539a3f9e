import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Random programs of rooms that open and close, and are spoken to, compared with a plain dictionary.
final class FamilyProgramsSpec: Spec {
    /// What plain code would keep.
    private struct Model: Equatable {
        var keys: [Int] = []
        var lines: [Int: [String]] = [:]

        mutating func set(_ rooms: [Int]) {
            keys = rooms.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            lines = lines.filter { keys.contains($0.key) }
            for key in keys where lines[key] == nil { lines[key] = [] }
        }

        mutating func say(_ text: String, to key: Int) { lines[key]?.append(text) }
    }

    private static func difference(_ before: Model, _ after: Model, spoken: Set<Int>) -> String {
        let appeared = after.keys.filter { !before.keys.contains($0) }
        let gone = before.keys.filter { !after.keys.contains($0) }
        let changed = after.keys.filter { before.keys.contains($0) && spoken.contains($0) }
        return "+\(appeared) ~\(changed.sorted()) -\(gone)"
    }

    private func runProgram(_ random: inout SeededGenerator) -> String? {
        let dispatcher = Dispatcher()
        let lobby = makeLobby(on: dispatcher)
        let isLazy = Bool.random(using: &random)
        let rooms = makeRooms(of: lobby, making: isLazy ? .whenAsked : .withElements)
        let collected = rooms.collect(\.lines)
        let watched = rooms.state(of: 3)
        var (model, told, collectedNow): (Model, [String], [Int: [String]]) = (Model(), [], [:])
        let subscriptions = [
            rooms.changes.observe { changes in
                told.append("+\(changes.appeared) ~\(changes.changed.sorted()) -\(changes.disappeared)")
            },
            collected.observe { collectedNow = $0 },
        ]
        defer { withExtendedLifetime(subscriptions) {} }
        for step in 0..<60 {
            let before = model
            var spoken: Set<Int> = []
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let rooms = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0..<8, using: &random)
                }
                model.set(rooms)
                dispatcher.dispatch(SetRooms(rooms: rooms))
            case 1:
                let room = Int.random(in: 0..<8, using: &random)
                model.set(lobby.state.value.rooms.filter { $0 != room })
                dispatcher.dispatch(Close(room: room))
            case 2:
                let room = Int.random(in: 0..<8, using: &random)
                model.set(lobby.state.value.rooms + [room])
                dispatcher.dispatch(Open(room: room))
            case 3:
                for key in model.keys { model.say("all", to: key) }
                spoken = Set(model.keys)
                dispatcher.dispatch(Say("all"))
            default:
                batch {
                    for _ in 0..<2 {
                        let room = Int.random(in: 0..<8, using: &random)
                        model.say("\(step)", to: room)
                        if model.keys.contains(room) { spoken.insert(room) }
                        rooms.dispatch(Say("\(step)"), to: room)
                    }
                }
            }
            let expected = Self.difference(before, model, spoken: spoken)
            if (told.last ?? "+[] ~[] -[]") != expected { return "step \(step): told \(told), expected \(expected)" }
            told = []
            if rooms.keys != model.keys { return "step \(step): keys \(rooms.keys), expected \(model.keys)" }
            if collectedNow != model.lines { return "step \(step): observed \(collectedNow), expected \(model.lines)" }
            if collected.value != model.lines { return "step \(step): read \(collected.value)" }
            if watched.value?.lines != model.lines[3] { return "step \(step): of 3 \(watched.value as Any)" }
            for key in 0..<8 where rooms[key]?.state.value.lines != model.lines[key] {
                return "step \(step): of \(key) \(rooms[key]?.state.value as Any)"
            }
        }
        return nil
    }

    func testSpec() {
        it("give what plain code gives") { runPrograms(200) { self.runProgram(&$0) } }
    }
}
