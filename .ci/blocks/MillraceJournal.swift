// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
import Millrace
import MillraceJournal

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor final class Blocks {}

let folder = URL(fileURLWithPath: "")
let scheduler: ActorScheduler = .main
@MainActor var dispatcher: Dispatcher { some() }
@MainActor var journal: Journal { some() }
@MainActor var todo: Store<ToDo> { some() }
@MainActor var lobby: Store<Lobby> { some() }

@MainActor func makeToDo(on dispatcher: Dispatcher) -> Store<ToDo> { some() }
@MainActor func makeRoom(_ id: Int, on dispatcher: Dispatcher) -> Store<Room> { some() }

struct Lobby { var roomIDs: [Int] }
struct Room { var draft: String }
struct Item: Codable, Identifiable, Equatable { var id: Int, title: String }
struct ItemOfVersion1: Codable { var id: Int, name: String }
struct ToDo {
    var items: Table<Item>
    var selectedList: Int?
    var syncToken: String?
}
