import Foundation
import Millrace
import MillraceOffline
import MillraceStorage
import MillraceTesting

struct Item: Identifiable, Equatable, Codable {
    var id: Int
    var text: String
    var isDone = false
}

struct ToDo: Equatable {
    var items: Table<Item> = []
    var token: String?
    /// Not kept.
    var selection: Int?
}

struct AddItem: Action { var id: Int, text: String }
struct EditItem: Action { var id: Int, text: String }
struct RemoveItem: Action { var id: Int }
struct MoveItem: Action { var id: Int, position: Int }
struct SortItems: Action {}
struct SetToken: Action { var token: String? }
struct Select: Action { var id: Int? }

func makeToDo(on dispatcher: Dispatcher) -> Store<ToDo> {
    Store(ToDo(), on: dispatcher, name: "todo") { store in
        store.on(AddItem.self) { $0.items.updateOrAppend(Item(id: $1.id, text: $1.text)) }
        store.on(EditItem.self) { $0.items[id: $1.id]?.text = $1.text }
        store.on(RemoveItem.self) { $0.items[id: $1.id] = nil }
        store.on(MoveItem.self) { todo, action in
            guard todo.items.contains(id: action.id) else { return }
            todo.items.move(action.id, to: min(action.position, todo.items.count - 1))
        }
        store.on(SortItems.self) { todo, _ in todo.items.sort { $0.text < $1.text } }
        store.on(SetToken.self) { $0.token = $1.token }
        store.on(Select.self) { $0.selection = $1.id }
    }
}

/// What is kept of it.
func keepToDo(_ parts: inout JournalParts<ToDo>) {
    parts.table(\.items, as: "items")
    parts.value(\.token, as: "token")
}

/// A program that keeps a list.
struct ToDoApp {
    let dispatcher: Dispatcher
    let scheduler: TestScheduler
    let journal: Journal
    let todo: Store<ToDo>
}

/// A folder that outlives the runs of a program.
struct Device {
    let folder = FileManager.default.temporaryDirectory.appending(path: "millrace-journal-\(UUID().uuidString)")

    /// Opens the journal. The last run may still be making a snapshot.
    func open(on dispatcher: Dispatcher, smallSize: Int = 256 * 1_024, calls: FileSystem = .system) -> Journal {
        var attempts = 0
        while true {
            do {
                attempts += 1
                return try Journal(folder, on: dispatcher, syncing: .never, fileSystem: calls, smallSize: smallSize)
            } catch AppendLogError.inUse where attempts < 50_000 {
                usleep(100)
            } catch {
                fatalError("\(error)")
            }
        }
    }

    /// The files of records, in their order.
    var tails: [URL] {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "tail" }.sorted { $0.path < $1.path }
    }

    /// A device with the same files.
    func copy() -> Device {
        let copy = Device()
        try? FileManager.default.copyItem(at: folder, to: copy.folder)
        return copy
    }

    /// Removes the files, also those of a snapshot that is just being made.
    func erase() {
        for _ in 0..<1_000 where FileManager.default.fileExists(atPath: folder.path) {
            try? FileManager.default.removeItem(at: folder)
            usleep(100)
        }
    }

    /// Runs a program, which ends as if it was killed.
    func run<Result>(
        smallSize: Int = 256 * 1_024,
        calls: FileSystem = .system,
        _ body: (ToDoApp) throws -> Result
    ) rethrows -> Result {
        let scheduler = TestScheduler()
        let dispatcher = Dispatcher(on: scheduler)
        let journal = open(on: dispatcher, smallSize: smallSize, calls: calls)
        let todo = makeToDo(on: dispatcher)
        try! journal.keep(todo, keepToDo)
        return try body(ToDoApp(dispatcher: dispatcher, scheduler: scheduler, journal: journal, todo: todo))
    }
}
