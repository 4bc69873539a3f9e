// The names that the examples in doc comments of this module use, for .ci/documentation.
import Millrace
import MillraceHistory
import MillraceNetwork
@_exported import MillraceSimulation
@_exported import MillraceSpecs
import MillraceStorage
import MillraceTesting
@_exported import Testing

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor final class Blocks {}

@MainActor let scheduler = TestScheduler()
@MainActor let service = 1
@MainActor var model: Int { some() }
@MainActor var title: Observable<String> { some() }
@MainActor var width: Observable<Int> { some() }
@MainActor var height: Observable<Int> { some() }
@MainActor var keys: Emitter<String> { some() }
@MainActor var search: SearchScreen { some() }
@MainActor var cart: Store<Cart> { some() }
@MainActor var orders: Store<Orders> { some() }
@MainActor var rooms: StoreFamily<String, Room> { some() }
@MainActor var tester: StoreTester<Cart> { some() }
@MainActor var shop: StoreTester<StoreStates> { some() }
@MainActor var chat: StoreTester<StoreStates> { some() }
@MainActor var screen: Screen! {
    get { some() }
    set {}
}

@MainActor var world: World { some() }
@MainActor var server: PostServer { some() }
@MainActor var feed: Feed { some() }
let index = SearchIndex()
@MainActor let disk = SimulatedDisk(seed: 1)
@MainActor let (phone, laptop) = (Device(), Device())

@MainActor func makeCart(on dispatcher: Dispatcher) -> Store<Cart> { some() }
@MainActor func makeOrders(on dispatcher: Dispatcher) -> Store<Orders> { some() }
func searchStore(asking service: Int, on dispatcher: Dispatcher) -> Store<Hits> { some() }

struct Cart: Equatable { var items: [String], isPaying: Bool, file: String?, count: Int }
struct Orders: Equatable { var count: Int }
struct Room: Equatable { var draft: String }
struct Hits: Equatable { var text: String, hits: [String] }
final class SearchScreen {
    let text = Variable("")
    var results: Observable<[String]> { some() }
}
final class Screen {
    init(of model: Int) {}
    func show() {}
    func show(_ title: String) {}
}
struct Device: Sendable { let isSynchronized = true }
struct PostServer: Sendable {
    static func sample() -> PostServer { PostServer() }
    var posts: [String] { [] }
    var stars: [Int] { [] }
    let answer: @Sendable (HTTPRequest) async throws -> Response = { _ in Response() }
}
final class Feed {
    let ids: [Int] = []
    let stars: [Int] = []
    var inspection: Inspection { some() }
    init(over transport: some Transport, on scheduler: some Scheduler) {}
    func toggleStar() {}
    func reload() {}
}
final class ToDoList {
    var inspection: Inspection { some() }
    init(on dispatcher: Dispatcher, files: FileSystem) throws {}
    func add(_ title: String) {}
}
enum SearchError: Error { case offline }
struct SearchIndex: Sendable { func results(for text: String) -> [String] { [] } }
struct SearchService { init(_ search: @escaping @Sendable (String) async throws -> [String]) {} }
struct Added: Action { let id: String }
struct Buy: Action {}
struct Close: Action {}
struct Found: Action, Equatable { init(_ hits: [String]) {} }
struct Open: Action { init(_ name: String) {} }
struct Opened: Action {}
struct Say: Action { let text: String }
struct Search: Action { init(_ text: String) {} }
