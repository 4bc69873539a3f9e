import Foundation
import MillraceFlux
import MillraceSpecs
import MillraceTesting
import TestSupport

@testable import MillraceHistory

/// Random sessions: whoever reads the recording has the states of the app, at the end and, backwards, at the beginning.
final class InspectionProgramsSpec: Spec {
    private struct Next: Action { var seed: UInt64 }

    func testSpec() {
        describe("an inspection of a random session") {
            it("leads to the app's states, and back to the first ones") {
                runPrograms(100) { random in
                    var maker = StateMaker(random: random)
                    let (tape, dispatcher) = (Tape(), Dispatcher(on: TestScheduler()))
                    let store = Store(maker.state(), on: dispatcher, name: "state") { store in
                        store.on(Next.self) { state, action in
                            var maker = StateMaker(random: SeededGenerator(seed: action.seed))
                            state = maker.next(after: state)
                        }
                    }
                    let lobby = makeLobby([1, 2], on: dispatcher)
                    let isLazy = Bool.random(using: &random)
                    let rooms = makeRooms(of: lobby, making: isLazy ? .whenAsked : .withElements)
                    let recorder = InspectionRecorder(on: dispatcher, inspecting: store, lobby, rooms, to: tape.write)
                    for number in 0..<Int.random(in: 1...12, using: &random) {
                        switch Int.random(in: 0...5, using: &random) {
                        case 0: dispatcher.dispatch(Next(seed: .random(in: 0...UInt64.max, using: &random)))
                        case 1:
                            dispatcher.dispatch(SetRooms(rooms: (0...3).filter { _ in Bool.random(using: &random) }))
                        case 2: dispatcher.dispatch(Say("\(number)"))
                        case 4: _ = rooms[Int.random(in: 0...3, using: &random)]
                        case 3: rooms.dispatch(Say("only \(number)"), to: Int.random(in: 0...3, using: &random))
                        default: dispatcher.dispatch(Rename(name: "\(number)"))
                        }
                    }
                    // What was asked for last is recorded with the next action.
                    dispatcher.dispatch(Rename(name: "end"))
                    recorder.finish()
                    let writer = TreeWriter(InspectionRules())
                    let members = rooms.keys.reduce(into: [:]) { $0[$1] = rooms.member($1)?.state.value }
                    let present = [
                        "state": writer.tree(of: store.state.value), "lobby": writer.tree(of: lobby.state.value),
                        "rooms": writer.tree(of: members),
                    ]
                    return problem(in: tape, present)
                }
            }
        }
    }
}

private func problem(in tape: Tape, _ present: [String: [UInt8]]) -> String? {
    do {
        let lines = try tape.contents.map { try InspectedTree($0.utf8) }
        let names = lines.flatMap { $0["names"]?.items ?? [] }.map { $0.string ?? "" }
        let changes = lines.flatMap { line -> [(store: String, patch: InspectedTree)] in
            let parts = line["p"]?.items ?? []
            return stride(from: 0, to: parts.count, by: 2).map { (names[parts[$0].int ?? 0], parts[$0 + 1]) }
        }
        let states = lines[0]["states"]?.items ?? []
        let first = Dictionary(uniqueKeysWithValues: states.map { ($0.items[0].string ?? "", $0.items[1]) })
        var trees = first
        for change in changes { try trees[change.store]?.apply(change.patch) }
        for (name, json) in present where try trees[name]?.sorted != InspectedTree(json).sorted {
            return "\(name) is another one in the recording"
        }
        for change in changes.reversed() { try trees[change.store]?.undo(change.patch) }
        return trees.mapValues(\.sorted) == first.mapValues(\.sorted) ? nil : "it does not lead back"
    } catch {
        return "\(error)"
    }
}
