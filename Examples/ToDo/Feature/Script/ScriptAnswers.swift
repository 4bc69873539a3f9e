import Foundation
import MillraceTerminal

/// What a script answers: lines for people, or JSON for programs.
struct ScriptAnswers {
    let present: Present
    private let asJSON: Bool

    init(asJSON: Bool, at present: Present) { (self.asJSON, self.present) = (asJSON, present) }

    /// The sections with their items, numbered from 1; and the identities in the order of the numbers.
    func list(_ items: [ToDoItem], all: Bool) -> (lines: [String], ids: [ToDoItem.ID]) {
        var (lines, ids): ([String], [ToDoItem.ID]) = ([], [])
        func add(_ item: ToDoItem) {
            ids.append(item.id)
            lines.append(asJSON ? object(item, ids.count).description : line(item, ids.count))
        }
        for section in upcoming(items, at: present) {
            if !asJSON { lines.append(section.section.title) }
            section.items.forEach(add)
        }
        let finished = all ? finished(items) : []
        if !finished.isEmpty, !asJSON { lines.append("Finished") }
        finished.forEach(add)
        return (lines, ids)
    }

    /// All that is known of an item.
    func details(of item: ToDoItem, _ number: Int?) -> [String] {
        if asJSON { return [object(item, number).description] }
        let notes = item.notes.split(whereSeparator: \.isNewline).map { "     \(String($0).oneLine)" }
        return [line(item, number)] + notes
    }

    /// "added 3  Call the surveyor  Tue 1 Dec"
    func did(_ what: String, _ item: ToDoItem, _ number: Int?) -> String {
        guard asJSON else { return "\(what) \(line(item, number).drop { $0 == " " })" }
        var object = object(item, number)
        object["did"] = what
        return object.description
    }

    /// "undo"
    func did(_ what: String) -> String { asJSON ? JSONLine(dictionaryLiteral: ("did", what)).description : what }

    /// "  3  Call the surveyor  Tue 1 Dec"
    private func line(_ item: ToDoItem, _ number: Int?) -> String {
        let number = number.map(String.init) ?? item.id
        let due = item.times(item.due?.text(at: present)).map { "  \($0)" } ?? ""
        let blanks = String(repeating: " ", count: max(0, 3 - number.count))
        return "\(blanks)\(number)  \(item.title.oneLine)\(due)"
    }

    private func object(_ item: ToDoItem, _ number: Int?) -> JSONLine {
        let section = item.finished == nil ? UpcomingSection(of: item.due, at: present).rawValue : nil
        var object: JSONLine = [
            "id": item.id, "number": number, "title": item.title, "notes": item.notes.isEmpty ? nil : item.notes,
            "created": item.created, "finished": item.finished, "section": section, "recurs": item.recurrence,
        ]
        switch item.due {
        case .day(let day): object["due"] = day
        case .moment(let moment): object["due"] = moment
        case nil: break
        }
        return object
    }
}
