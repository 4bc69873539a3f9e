import Foundation
import Millrace
import MillraceTerminal

/// Does what commands say, and answers when it is kept.
public struct ToDoScript {
    let list: ToDoList
    let asJSON: Bool
    let answer: (String) -> Void

    /// Creates a script.
    ///
    /// - Parameters:
    ///   - asJSON: Whether the answers are JSON, whatever a line says.
    ///   - answer: Called with each line of the answers.
    public init(of list: ToDoList, asJSON: Bool, answer: @escaping (String) -> Void) {
        (self.list, self.asJSON, self.answer) = (list, asJSON, answer)
    }

    /// Does what a line says. An empty line says nothing, nor does a remark, which begins with "#".
    public func run(line: String) throws(ProgramExit) {
        let line = line.trimmingCharacters(in: .whitespaces)
        guard !line.isEmpty, !line.hasPrefix("#") else { return }
        let options: CommandLineOptions
        do throws(ProgramExit) {
            options = try CommandLineOptions(try line.programWords())
        } catch {
            // The help, for example, is an answer.
            guard error.exitCode == 0 else { throw error }
            return answer(error.description)
        }
        for (name, isGiven) in [("--folder", options.folder != nil), ("--sync", options.server != nil)] where isGiven {
            throw .usage("\(name) goes before the commands, on the command line")
        }
        try run(options)
    }

    /// Does what a command says.
    public func run(_ options: CommandLineOptions) throws(ProgramExit) {
        let command = try ToDoCommand(options)
        let answers = ScriptAnswers(asJSON: asJSON || options.json, at: list.present)
        for line in try perform(command, answers) { answer(line) }
        guard command == .sync, list.services.sync != nil, let exitCode = list.syncStatus.value.exitCode else { return }
        throw ProgramExit(list.syncStatus.value.text, exitCode: exitCode)
    }

    /// Whether a line says that the list is to be brought to the server and back, which takes a while.
    public func isSync(line: String) -> Bool {
        (try? CommandLineOptions(line.programWords())).flatMap { try? ToDoCommand($0) } == .sync
    }

    private func perform(_ command: ToDoCommand, _ answers: ScriptAnswers) throws(ProgramExit) -> [String] {
        let present = answers.present
        switch command {
        case .list(let text, let all):
            let answer = answers.list(items.filter { $0.contains(text) }, all: all)
            try perform(NumberItems(ids: answer.ids))
            return answer.lines
        case .show(let references): return try find(references).flatMap { answers.details(of: $0, number(of: $0)) }
        case .add(let title, let due, let notes):
            let due = try due.map { text throws(ProgramExit) in try read(text, at: present) } ?? nil
            let action = try asUsage { () throws(ToDoProblem) in
                try add(title, notes: notes, due: due, id: list.services.identifiers(), at: present.date)
            }
            try perform(action)
            return told("added", [action.item.id], answers)
        case .finish(let references): return try change(references, "done", answers) { finish($0, at: present.date) }
        case .reopen(let references): return try change(references, "reopened", answers) { reopen($0) }
        case .postpone(let reference, let text):
            let postponed: (ToDoItem) -> EditItem
            if let days = Due.days(text) {
                postponed = { postpone($0, by: days, at: present) }
            } else {
                let due = try read(text, at: present)
                postponed = { postpone($0, to: due) }
            }
            return try change([reference], "postponed", answers, postponed)
        case .edit(let reference, let title, let due, let notes):
            let item = try find([reference])[0]
            var edits: [ItemEdit] = []
            if let title { edits += try asUsage { () throws(ToDoProblem) in try rename(item, to: title).edits } }
            if let due { edits += postpone(item, to: try read(due, at: present)).edits }
            if let notes { edits += changeNotes(of: item, to: notes).edits }
            return try change([reference], "changed", answers) { EditItem(id: $0.id, edits: edits) }
        case .delete(let references):
            let found = try find(references)
            let lines = told("deleted", found.map(\.id), answers)
            for item in found { list.perform(delete(item)) }
            try synchronize()
            return lines
        case .sync: return [answers.did(list.syncStatus.value.text)]
        case .decide(let references, let side):
            return try change(references, side.rawValue, answers) { DecideConflict(id: $0.id, keeping: side) }
        case .undo: return try step(list.undo.undo, list.undo.canUndo.value, "undo", answers)
        case .redo: return try step(list.undo.redo, list.undo.canRedo.value, "redo", answers)
        }
    }

    private func change(
        _ references: [String],
        _ what: String,
        _ answers: ScriptAnswers,
        _ use: (ToDoItem) -> some Action
    ) throws(ProgramExit) -> [String] {
        let found = try find(references)
        for item in found { list.perform(use(item)) }
        try synchronize()
        return told(what, found.map(\.id), answers)
    }

    private func step(
        _ step: () -> Void,
        _ isPossible: Bool,
        _ what: String,
        _ answers: ScriptAnswers
    ) throws(ProgramExit) -> [String] {
        guard isPossible else {
            throw .usage("there is nothing to \(what)", fix: "\(what) what this script has done; each run begins anew")
        }
        step()
        try synchronize()
        return [answers.did(what)]
    }
}

// MARK: - Items

extension ToDoScript {
    private var items: Table<ToDoItem> { list.items.state.value.items }

    /// The items that are meant, by numbers or identities. All of them, or none is.
    private func find(_ references: [String]) throws(ProgramExit) -> [ToDoItem] {
        let numbers = list.numbers.state.value
        var found: [ToDoItem] = []
        for reference in references {
            let position = Int(reference).flatMap { numbers.indices.contains($0 &- 1) ? $0 - 1 : nil }
            let id = position.map { numbers[$0].id }
            guard let item = items[id: id ?? reference] else {
                throw ProgramExit("there is no item \(reference.oneLine). To fix: see list.", exitCode: 65)
            }
            if !found.contains(item) { found.append(item) }
        }
        return found
    }

    private func number(of item: ToDoItem) -> Int? { list.numbers.state.value.index(id: item.id).map { $0 + 1 } }

    private func told(_ what: String, _ ids: [ToDoItem.ID], _ answers: ScriptAnswers) -> [String] {
        ids.compactMap { items[id: $0] }.map { answers.did(what, $0, number(of: $0)) }
    }

    private func perform(_ action: some Action) throws(ProgramExit) {
        list.perform(action)
        try synchronize()
    }

    /// What is answered is on the medium.
    private func synchronize() throws(ProgramExit) {
        do {
            try list.synchronize()
        } catch {
            throw ProgramExit("not saved: \(error). To fix: give the folder room, and see list.", exitCode: 74)
        }
    }

    private func read(_ text: String, at present: Present) throws(ProgramExit) -> Due? {
        do throws(DueProblem) {
            return try Due.read(text, at: present)
        } catch {
            throw .usage(error.description)
        }
    }

    private func asUsage<Result>(_ use: () throws(ToDoProblem) -> Result) throws(ProgramExit) -> Result {
        do throws(ToDoProblem) {
            return try use()
        } catch {
            throw .usage(error.description)
        }
    }
}

extension SyncStatus {
    /// The exit status of the command "sync"; nil where the server has everything.
    fileprivate var exitCode: Int32? {
        switch self {
        case .none, .synced: nil
        case .conflict: 1
        case .refused: 65
        case .beginning, .waiting: 75
        case .problem(let problem, _):
            switch problem.kind {
            case .otherCalendar: 64
            case .away: 69
            case .unknown: 75
            case .server: 76
            case .login: 77
            }
        }
    }
}
