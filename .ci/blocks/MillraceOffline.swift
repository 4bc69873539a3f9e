// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
import Millrace
@_exported import MillraceEntities
@_exported import MillraceNetwork
import MillraceOffline

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor final class Blocks {}

let client: Client = some()
let scheduler: ActorScheduler = .main
@MainActor var dispatcher: Dispatcher { some() }
@MainActor var journal: Journal { some() }
@MainActor var todo: Store<ToDo> { some() }
@MainActor var store: Store<ToDo> { some() }
@MainActor var sender: OutboxSender<TodoEdit> { some() }

@MainActor var source: PullSource<TodoNews> { some() }

@MainActor var pins: Store<Pins> { some() }
@MainActor var pinSender: OutboxSender<PinEdit> { some() }

struct Item: Codable, Identifiable, Equatable { var id: Int, title: String, version: String? = nil }
struct ToDo {
    var items: Table<Todo>
    var outbox: Outbox<TodoEdit>
    var pull = Pull<TodoNews>()

    mutating func take(_ news: TodoNews, isWhole: Bool) {}
    mutating func sync(_ sender: OutboxSender<TodoEdit>, _ source: PullSource<TodoNews>) -> Effect { some() }
}
struct TodoNews: PullNews {
    var token: String?
}
struct Changes: Request {
    var since: String?
    var path: String { "" }
    func decode(_ response: Response) throws -> TodoNews { some() }
}
typealias Todo = Item
struct Likes: Codable { var likes: Int }
struct Rename: Action { let id: Int, title: String }
struct TodoRead: Action { let todo: Todo }
struct SignedIn: Action { let user: String }
extension TodoEdit { func isDone(in todo: Todo) -> Bool { some() } }
enum TodoEdit: OutboxEdit {
    case rename(Int, String)
    typealias Reply = Todo
    var subject: Int { some() }
}
struct PinEdit: EntityEdit {
    typealias Reply = EntityAnswer
    var subject: EntityID
    func apply(to draft: inout EntityDraft) throws {}
}
struct Pins {
    var entities: EntityTable
    var outbox: Outbox<PinEdit>
}
struct Save: Request {
    init(_ edit: TodoEdit, key: String, version: String?) {}
    var path: String { "" }
    func decode(_ response: Response) throws -> (todo: Todo, version: String?) { some() }
}
