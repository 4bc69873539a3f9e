// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
import Millrace

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor var dispatcher: Dispatcher { some() }
@MainActor var store: Store<Lobby> { some() }
@MainActor var state: Variable<Lobby> { some() }
@MainActor var new: Lobby { some() }
@MainActor var old: Lobby { some() }
@MainActor var unread: LiveView<Message> { some() }
@MainActor var messages: LiveView<Message> { some() }
@MainActor var all: LiveView<TaskItem> { some() }
@MainActor var people: LiveView<Person> { some() }
@MainActor var orders: LiveView<Order> { some() }
@MainActor var posts: LiveView<Post> { some() }
@MainActor var rows: LiveView<Post> { some() }
@MainActor var search: Observable<String> { some() }
@MainActor var scroll: Observable<Int> { some() }
@MainActor var scrollOffset: Int { some() }
@MainActor var screen: Screen { some() }
@MainActor var list: Screen { some() }
@MainActor var accounts: Variable<Accounts> { some() }
@MainActor var transfers: Variable<[Transfer]> { some() }
@MainActor var amount: Int { some() }
@MainActor var sender: Int { some() }
@MainActor var tableObservation: LiveObservation { some() }
@MainActor var task: TaskItem { some() }
@MainActor var answer: Lobby { some() }
@MainActor var inbox: Variable<Table<Message>> { some() }
@MainActor var shownRows: Observable<[Int]> { some() }
@MainActor var sheet: Variable<Sheet> { some() }
@MainActor var rooms: Table<Room> {
    get { some() }
    set {}
}

@MainActor final class Blocks {
    func show(_ value: some Any) {}
}

struct Room: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
}
struct Lobby { var rooms: Table<Room>, messages: Table<Message> }
struct Message: Identifiable, Equatable, Sendable {
    let id: Int, folder: String, date: Date, day: Int, roomID: Int, authorID: Int, subject: String, title: String
    let isRead: Bool, isUnread: Bool
}
struct Person: Identifiable, Equatable, Sendable { let id: Int, name: String }
struct TaskItem: Identifiable, Equatable, Sendable { let id: Int, priority: Int, title: String }
struct TaskMoved: Action { let id: Int, to: Int }
struct Post: Identifiable, Equatable, Sendable { let id: Int, lines: [String] }
struct PostLines: Identifiable, Equatable, Sendable {
    let id: Int
    init(_ post: Post) { id = post.id }
    init(_ post: Post, width: Int) { id = post.id }
}
enum Timeline { static func rows(of post: Post) -> [PostLines] { some() } }
struct Order: Identifiable, Equatable, Sendable { let id: Int, items: [Item] }
struct Item: Identifiable, Equatable, Sendable { let id: Int }
struct Line: Identifiable, Equatable, Sendable {
    let id: Int
    init(_ message: Message, by name: String) { id = message.id }
    init(_ order: Order, _ item: Item) { id = item.id }
    init(_ message: Message, marking text: String) { id = message.id }
}
struct Sheet {
    func cellsThatDiffer(from other: Sheet) -> [String] { some() }
    func cells(in row: Int) -> (total: Int, names: [String]) { some() }
}
struct Accounts { mutating func withdraw(_ amount: Int, from account: Int) throws(Overdrawn) {} }
struct Overdrawn: Error {}
struct Transfer { let from: Int, amount: Int }
final class Screen {
    var firstSeen: Observable<Int> { some() }
    var width: Observable<Int> { some() }
    func reload(_ rows: some Any) {}
    func update(_ rows: some Any, by changes: some Any) {}
}
