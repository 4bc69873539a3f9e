// The names that the examples in doc comments of this module use, for .ci/documentation.
import Millrace

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor var store: Store<Int> { some() }
@MainActor var renderer: any ListRenderer<ListRow> & LiveListRenderer { some() }
@MainActor var timeline: any LiveListRenderer<PostLine> { some() }
@MainActor var people: Variable<Table<Person>> { some() }
@MainActor var posts: LiveView<Post> { some() }
@MainActor var texts: [PostText] { some() }
@MainActor var authors: [Author] { some() }

@MainActor final class Blocks {}

struct Person: Identifiable, Equatable { let id: Int, name: String, city: City }
struct City: Hashable, Comparable {
    let name: String
    static func < (left: City, right: City) -> Bool { left.name < right.name }
}
struct Post: Identifiable, Equatable { let id: Int }
struct PostLine: Identifiable, Equatable {
    let id: Int
    init(_ post: Post) { id = post.id }
}
struct PostHeader: Equatable, Sendable { let post: Int }
struct PostText: Equatable, Sendable { let post: Int }
enum PostRowID: Hashable, Sendable { case header(Int), text(Int) }
struct Author { let name: String, count: Int, isOn: Bool }
enum AnnotationFilterViewProvider { static func panel(_ state: Int) -> ListModel<ListRow> { some() } }
