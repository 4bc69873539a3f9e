import Foundation
import Millrace
import MillraceTerminal

extension ToDoScript {
    /// Shows the sections of the list, as the command "list" does. Of a list without an item it shows an example.
    public func showOverview() throws(ProgramExit) {
        if list.items.state.value.items.isEmpty, !asJSON { return try showExample() }
        try run(line: "list")
    }

    /// Shows another list, with an item in each section, which is kept nowhere.
    private func showExample() throws(ProgramExit) {
        let (clock, present) = (list.services.clock, list.present)
        guard let example = try? ToDoList(with: ToDoServices(clock: clock), on: Dispatcher()) else { return }
        let items: [(title: String, days: Int?)] = [
            ("Pay the rent", -2), ("Water the plants", 0), ("Call the surveyor", 1), ("Order paint", 3),
            ("Plan the party", 9), ("Write the tax return", 60), ("Write to Ada", nil),
        ]
        for (title, days) in items {
            let due = days.map { Due.day(present.today.adding($0)) }
            example.perform(AddItem(item: ToDoItem(id: title, title: title, due: due, created: present.date)))
        }
        answer("The list is empty. With a few items it looks like this:")
        answer("")
        try ToDoScript(of: example, asJSON: false, answer: answer).run(line: "list")
        answer("")
        answer("To add the first one: todo add \"Call the surveyor\" --due tomorrow")
    }
}
