// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
import Millrace
import MillraceEntities
@_exported import MillraceNetwork

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

let schema = EntitySchema(EntityType("pin"))
let answer = try! EntityAnswer(Data(), as: .many("post"), in: schema)
@MainActor var dispatcher: Dispatcher { some() }
@MainActor var store: Store<State> { some() }
@MainActor var state: State {
    get { some() }
    set {}
}
@MainActor var entities: Entities { some() }
@MainActor var ids: Observable<[EntityID]> { some() }
@MainActor var id: EntityID { some() }
@MainActor var ticket: EntityTicket { some() }
@MainActor var change: EntityChange { some() }

@MainActor var response: Response { some() }
extension EntityKind { static let pin: EntityKind = "pin" }

@MainActor final class Blocks {}

struct State {
    var entities: EntityTable
    var posts: Posts
    var feed: [EntityID]
}
struct Posts { var elements: Table<EntityID> }
struct Tidy: Action { let observed: Set<EntityID> }
struct Pin: Codable, Equatable { let title: String; var likes: Int }
struct PostRow: Codable, Equatable, Identifiable { let id: Int }
struct IssueEdit: Codable { var title: String }
