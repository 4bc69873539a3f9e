import Foundation
import Millrace
import MillraceSpecs
import MillraceTerminal
import MillraceSimulation

@testable import MillraceOffline
@testable import ToDoList

/// A list on a wall clock that a spec turns; with a screen on it, if one is asked for.
final class Stage {
    let wall = Wall()
    let list: ToDoList
    private(set) lazy var screen = ToDoScreen(
        of: list,
        size: Observable(TerminalSize(columns: 60, rows: 16)),
        on: wall.scheduler
    )
    private(set) lazy var canvas = screen.canvas

    /// A list that nothing keeps, with some items.
    init(_ items: ToDoItem...) {
        let services = ToDoServices(identifiers: .inOrder(), clock: wall.clock)
        list = try! ToDoList(with: services, on: Dispatcher(on: wall.scheduler))
        items.forEach { list.perform(AddItem(item: $0)) }
    }

    /// The list of a disk.
    init(on disk: SimulatedDisk) throws {
        let dispatcher = Dispatcher(on: wall.scheduler)
        let services = ToDoServices(identifiers: .inOrder(), clock: wall.clock)
        let folder = URL(fileURLWithPath: "/todo")
        let journal = try Journal(folder, on: dispatcher, syncing: .never, fileSystem: disk.start())
        list = try ToDoList(with: services, on: dispatcher, journal: journal)
    }

    var items: [ToDoItem] { Array(list.items.state.value.items) }
    var titles: [String] { items.map(\.title) }

    // MARK: The screen

    /// What is to be read, without the blanks at the ends of the lines.
    var text: [String] { canvas.value.text.map { $0.replacing(/[ ]+$/, with: "") } }

    /// The lines between the heading and the last two, as far as there is something in them.
    var body: [String] { text.dropFirst().dropLast(2).filter { !$0.isEmpty } }

    /// The line above the hints.
    var notice: String { text[14] }

    @discardableResult
    func press(_ keys: TerminalKey...) -> TerminalApplication.Continuation {
        keys.map { screen.press($0) }.last ?? .goOn
    }

    @discardableResult
    func type(_ text: String) -> TerminalApplication.Continuation {
        text.map { screen.press(.character($0)) }.last ?? .goOn
    }

    // MARK: The script

    /// Does what lines say. Returns what is answered, and at last why it went no further.
    func run(_ lines: String..., json: Bool = false) -> [String] {
        var answers: [String] = []
        let script = ToDoScript(of: list, asJSON: json) { answers.append($0) }
        do throws(ProgramExit) {
            for line in lines { try script.run(line: line) }
        } catch {
            answers.append("\(error.exitCode): \(error)")
        }
        return answers
    }
}
