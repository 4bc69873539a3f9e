import Millrace
import MillraceSpecs
import TestSupport

/// Random programs of a tester over a family whose members are made at once or when they are asked for, beside plain
/// values (law F8).
final class FamilyTesterProgramsSpec: Spec {
    func testSpec() {
        it("F8 a tester says of members, made whenever, what plain values say") {
            runPrograms(300) { random in
                Program(&random).run(&random)
            }
        }
    }
}

private final class Program {
    private let isLazy: Bool
    private let scheduler = TestScheduler()
    private let lobby: Store<Lobby>
    private let rooms: StoreFamily<Int, Room>
    private let tester: StoreTester<StoreStates>
    private var done: [String] = []
    private var problem: String?

    // What plain code has: the elements, and the members that have been made.
    private var model = Lobby(rooms: [1, 2])
    private var made: [Int: Room] = [:]

    /// An action to be expected: the members before and after it, and the parent after it.
    private struct Step {
        let action: Act
        let before: [Int: Room]
        var after: [Int: Room]
        let lobby: Lobby
    }

    private enum Act {
        case open(Int), close(Int), set([Int]), rename(String), say(String), sayTo(Int, String), echoTo(Int)
    }

    init(_ random: inout SeededGenerator) {
        isLazy = Int.random(in: 0..<4, using: &random) > 0
        lobby = makeLobby([1, 2], on: Dispatcher(on: scheduler))
        rooms = makeRooms(of: lobby, making: isLazy ? .whenAsked : .withElements)
        tester = StoreTester(of: lobby, rooms)
        makeAll()
    }

    func run(_ random: inout SeededGenerator) -> String? {
        let found = messages {
            for _ in 0..<Int.random(in: 1...12, using: &random) where problem == nil { step(&random) }
            tester.finish()
        }
        let name = "\(done.joined(separator: ", ")), lazy: \(isLazy)"
        if let text = problem ?? found.first { return "\(text), after \(name)" }
        // A member too many, or one with another line, is found.
        var wrong = take(randomAct(&random, echoes: false))
        if let key = wrong.after.keys.min(), Bool.random(using: &random) {
            wrong.after[key]?.lines.append("wrong")
        } else {
            wrong.after[9] = Room(id: 9)
        }
        let isFound = !messages { send(wrong) }.isEmpty
        _ = messages { tester.finish() }
        return isFound ? nil : "\(wrong.after) is taken for right, after \(name)"
    }

    // MARK: Steps

    private func step(_ random: inout SeededGenerator) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: ask(&random)
        case 1:
            // Several actions by others, and members that are asked for between them.
            var steps: [Step] = []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                if Bool.random(using: &random) { ask(&random) }
                let step = take(randomAct(&random, echoes: false))
                dispatch(step.action)
                steps.append(step)
                if Bool.random(using: &random) { ask(&random) }
            }
            for step in steps { receive(step) }
        default:
            let step = take(randomAct(&random))
            send(step)
            guard case .echoTo(let key) = step.action else { return }
            if Bool.random(using: &random) { ask(&random) }
            let answer = take(.sayTo(key, "echo \(key)"))
            tester.advance(by: .seconds(1))
            receive(answer)
        }
    }

    private func ask(_ random: inout SeededGenerator) {
        let key = Int.random(in: 1...4, using: &random)
        _ = rooms[key]
        if model.rooms.contains(key) { make(key) }
        done.append("ask \(key)")
    }

    /// An action that somebody handles.
    private func randomAct(_ random: inout SeededGenerator, echoes: Bool = true) -> Act {
        let (key, text) = (Int.random(in: 1...4, using: &random), "\(done.count)")
        let present = model.rooms.randomElement(using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return model.rooms.contains(key) ? .close(key) : .open(key)
        case 1: return .set((1...4).filter { _ in Bool.random(using: &random) })
        case 2: return .rename(text)
        case 3: return made.isEmpty ? .rename(text) : .say(text)
        case 4: return present.map { echoes ? .echoTo($0) : .sayTo($0, text) } ?? .rename(text)
        default: return present.map { .sayTo($0, text) } ?? .rename(text)
        }
    }

    // MARK: The model

    private func make(_ key: Int) { if made[key] == nil { made[key] = Room(id: key) } }

    private func makeAll() { if !isLazy { for key in model.rooms { make(key) } } }

    /// Does to plain values what an action does.
    private func take(_ action: Act) -> Step {
        done.append("\(action)")
        // Whoever is spoken to is made.
        switch action {
        case .sayTo(let key, _), .echoTo(let key): make(key)
        default: break
        }
        let before = made
        switch action {
        case .open(let key): model.rooms.append(key)
        case .close(let key): model.rooms.removeAll { $0 == key }
        case .set(let keys): model.rooms = keys
        case .rename(let title): model.title = title
        case .say(let text): for key in made.keys { made[key]?.lines.append(text) }
        case .sayTo(let key, let text): made[key]?.lines.append(text)
        case .echoTo: break
        }
        for key in made.keys where !model.rooms.contains(key) { made[key] = nil }
        makeAll()
        return Step(action: action, before: before, after: made, lobby: model)
    }

    // MARK: The tester

    private func dispatch(_ action: Act) {
        switch action {
        case .open(let key): lobby.dispatcher.dispatch(Open(room: key))
        case .close(let key): lobby.dispatcher.dispatch(Close(room: key))
        case .set(let keys): lobby.dispatcher.dispatch(SetRooms(rooms: keys))
        case .rename(let title): lobby.dispatcher.dispatch(Rename(name: title))
        case .say(let text): lobby.dispatcher.dispatch(Say(text))
        case .sayTo(let key, let text): rooms.dispatch(Say(text), to: key)
        case .echoTo(let key): rooms.dispatch(Echo(), to: key)
        }
    }

    private func send(_ step: Step) {
        let change = change(by: step)
        switch step.action {
        case .open(let key): tester.send(Open(room: key), change)
        case .close(let key): tester.send(Close(room: key), change)
        case .set(let keys): tester.send(SetRooms(rooms: keys), change)
        case .rename(let title): tester.send(Rename(name: title), change)
        case .say(let text): tester.send(Say(text), change)
        case .sayTo(let key, let text): tester.send(Say(text), to: key, in: rooms, change)
        case .echoTo(let key): tester.send(Echo(), to: key, in: rooms, starting: "echo") { change(&$0) }
        }
    }

    private func receive(_ step: Step) {
        let change = change(by: step)
        switch step.action {
        case .open(let key): tester.receive(Open(room: key), change)
        case .close(let key): tester.receive(Close(room: key), change)
        case .set(let keys): tester.receive(SetRooms(rooms: keys), change)
        case .rename(let title): tester.receive(Rename(name: title), change)
        case .say(let text), .sayTo(_, let text): tester.receive(Say(text), change)
        case .echoTo: tester.receive(Echo(), starting: "echo") { change(&$0) }
        }
    }

    private func change(by step: Step) -> (inout StoreStates) -> Void {
        { [self] states in
            if states[rooms] != step.before {
                problem = problem ?? "\(states[rooms]) before \(step.action), expected \(step.before)"
            }
            states[lobby] = step.lobby
            states[rooms] = step.after
        }
    }
}
