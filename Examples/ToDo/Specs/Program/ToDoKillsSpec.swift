import Foundation
import MillraceSpecs
import TestSupport

/// Whenever the program is killed, what it has told as done is there in the next run, and nothing is there by half.
///
/// `MILLRACE_KILLS=500` kills it more often.
final class ToDoKillsSpec: Spec {
    func testSpec() {
        @TestState var folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

        let kills = Programs.kills(20)

        afterEach { try? FileManager.default.removeItem(at: folder) }

        it("loses nothing that was told as done") {
            var random = SeededGenerator(Seed.current)
            var items: [String: Item] = [:]
            var (told, cut) = (0, 0)
            // On a busy machine each may come before anything was told, and on a quick one after everything: so it goes
            // on for longer, and comes later, until there was one of either kind.
            for life in 0..<kills * 5 where life < kills || told == 0 || cut == 0 {
                let commands = (0..<40).reduce(into: Commands(of: items)) { $0.add("\(life).\($1)", &random) }
                let program = try RunningProgram(["--folder", folder.path, "--json"])
                program.write(commands.lines)
                usleep(.random(in: 1_000...250_000 * UInt32(1 + life / kills), using: &random))
                program.kill()
                let answers = program.end().lines.count
                (told, cut) = (told + answers, cut + (answers < commands.lines.count ? 1 : 0))
                // What was told is done; perhaps the next one, too, which could not be told any more.
                let possible = commands.states[answers...].prefix(2)
                items = try read(folder)
                let note = "seed \(Seed.current), life \(life), \(answers) answers"
                expect(possible.contains { $0 == items.mapValues(\.contents) }).to(beTrue(), description: note)
            }
            print("\(kills) kills, \(cut) of them amid commands, \(told) of which were told as done")
            expect(told) > 0
            expect(cut) > 0
        }

        /// What another run of the program has, by titles.
        func read(_ folder: URL) throws -> [String: Item] {
            let ended = try RunningProgram(["--folder", folder.path, "list", "--all", "--json"]).end()
            expect(ended.exitCode).to(equal(0), description: ended.errors)
            let items = try ended.lines.map { try JSONDecoder().decode(Item.self, from: Data($0.utf8)) }
            return Dictionary(uniqueKeysWithValues: items.map { ($0.title, $0) })
        }
    }
}

/// An item as the program tells it.
private struct Item: Decodable {
    let id: String
    let title: String
    var notes: String?
    var due: String?
    var finished: String?

    var contents: Contents { Contents(notes: notes, due: due, isFinished: finished != nil) }
}

private struct Contents: Equatable {
    var notes: String?
    var due: String?
    var isFinished = false
}

/// Commands about the items of the last run, and what is there after each of them.
private struct Commands {
    private(set) var lines: [String] = []
    /// By titles; the first is what is there before.
    private(set) var states: [[String: Contents]]
    /// What is there since the last run, and was not deleted.
    private var known: [Item]

    init(of items: [String: Item]) {
        known = items.values.sorted { $0.title < $1.title }
        states = [items.mapValues(\.contents)]
    }

    /// Adds any command.
    mutating func add(_ name: String, _ random: inout SeededGenerator) {
        var state = states[states.count - 1]
        let item = known.randomElement(using: &random)
        switch (Int.random(in: 0..<5, using: &random), item) {
        case (0, let item?):
            lines.append("done \(item.id)")
            state[item.title]?.isFinished = true
        case (1, let item?):
            lines.append("postpone \(item.id) 2999-01-01")
            state[item.title]?.due = "2999-01-01"
        case (2, let item?):
            lines.append("edit \(item.id) --notes \(name)")
            state[item.title]?.notes = name
        case (3, let item?):
            lines.append("delete \(item.id)")
            state[item.title] = nil
            known.removeAll { $0.id == item.id }
        default:
            lines.append("add \(name)")
            state[name] = Contents()
        }
        states.append(state)
    }
}
